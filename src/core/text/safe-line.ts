import { escapeLine } from './escape-controls.ts';
import { maskSecretsIn } from './mask-secrets.ts';

/** A sentence for a terminal or a log. It may repeat what somebody typed: secrets are masked, and it stays one line. */
export function safeLine(sentence: string): string {
  return escapeLine(maskSecretsIn(sentence).text);
}
