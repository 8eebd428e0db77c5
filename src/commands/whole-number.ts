import { DossierError } from '../core/errors.ts';

/** The value of a flag that counts. */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new DossierError('invalid-input', `"${text}" is not a whole number.`);
}
