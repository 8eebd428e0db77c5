import { DossierError } from '../core/errors.ts';

/** The value of a flag that counts. */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new DossierError('invalid-input', `"${text}" is not a whole number.`);
}

export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port <= 65_535) return port;
  throw new DossierError('invalid-input', `There is no port ${port}: the highest is 65535.`);
}
