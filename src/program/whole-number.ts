import { DossierError } from '../core/errors.ts';

/** Parses the value of a flag that takes a count. */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new DossierError(
    'invalid-input',
    `"${text}" is not a whole number. Give digits only, for example 50.`,
  );
}

export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port <= 65_535) return port;
  throw new DossierError('invalid-input', `There is no port ${port}. Choose one up to 65535.`);
}
