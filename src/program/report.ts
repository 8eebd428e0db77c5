import { safeLine } from '../core/text/safe-line.ts';

/** Tells whoever runs the program something, on standard error. */
export function report(sentence: string): void {
  process.stderr.write(`dossier: ${safeLine(sentence)}\n`);
}
