import { DossierError, errorCode, errorMessage } from '../../core/errors.ts';
import { isInsideRoot } from './inside-root.ts';
import { readRegularFile } from './read-regular-file.ts';

/**
 * The parsed settings file, or undefined when there is none and none was required. A project's settings file may be a
 * link to any file of the user, so no error reveals its content.
 */
export function readConfigFile(
  path: string,
  { required, root }: { readonly required: boolean; readonly root?: string },
): unknown {
  let text: string | undefined;
  try {
    text = readRegularFile(path);
  } catch (error) {
    if (!required && errorCode(error) === 'ENOENT') return undefined;
    const why = errorCode(error) === 'ENOENT' ? 'there is no such file' : errorMessage(error);
    throw new DossierError('not-found', `Cannot read settings from ${path}: ${why}. Check --config.`, {
      cause: error,
    });
  }
  if (text === undefined) {
    throw new DossierError(
      'invalid-input',
      `${path} is not a settings file: it must be a file of at most 1 MB.`,
    );
  }
  if (!required && root !== undefined && !isInsideRoot(root, path)) {
    throw new DossierError(
      'forbidden',
      `${path} is a link that leads out of the project, so its settings are not used. Replace it with a file, or name it with --config.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, place] = /position (\d+)/.exec(error.message) ?? [];
    const line = place === undefined ? '' : ` (line ${text.slice(0, Number(place)).split('\n').length})`;
    throw new DossierError(
      'invalid-input',
      `${path} is not JSON${line}. Correct the file, or remove it to use the defaults.`,
    );
  }
}
