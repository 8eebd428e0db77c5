import { maskSecretsIn } from './mask-secrets.ts';
import { plural } from './plural.ts';
import type { SecretRules } from './secrets/secret-rules.ts';

/**
 * The same data with tokens and keys in its texts masked and private spans removed. Called on the way in, so that
 * neither the store nor a model nor a later answer ever sees them.
 */
export function withoutSecrets<T extends object>(
  input: T,
  rules?: SecretRules,
): { readonly clean: T; readonly warnings: readonly string[] } {
  let masked = 0;
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const result = maskSecretsIn(withoutPrivate(value), rules);
      masked += result.masked;
      return result.text;
    }
    if (Array.isArray(value)) return value.map(cleaned);
    if (!isPlain(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [maskSecretsIn(key, rules).text, cleaned(field)]),
    );
  };
  // The shape is kept: texts only change into texts.
  const clean = cleaned(input) as T;
  const warnings =
    masked === 0 ? [] : [`${plural(masked, 'line')} held a secret; it was masked before saving.`];
  return { clean, warnings };
}

/** Text between `<private>` and `</private>` is never kept; without a closing tag, all that follows is removed. */
function withoutPrivate(text: string): string {
  return text.replace(PRIVATE, '[private]');
}
const PRIVATE = /<private>[\s\S]*?(?:<\/private>|$)/gi;

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
