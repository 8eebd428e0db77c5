import { readFileSync } from 'node:fs';
import { DossierError, errorCode, errorMessage } from '../../core/errors.ts';

/** The parsed settings file, or undefined when there is none and none was asked for by name. */
export function readConfigFile(path: string, options: { readonly required: boolean }): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (!options.required && errorCode(error) === 'ENOENT') return undefined;
    throw new DossierError(
      'not-found',
      `Cannot read settings from ${path}: ${errorMessage(error)}. Check --config.`,
      { cause: error },
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DossierError(
      'invalid-input',
      `${path} is not JSON: ${errorMessage(error)}. Correct the file, or remove it to use the defaults.`,
      { cause: error },
    );
  }
}
