/**
 * One kind of secret. `token` is known by its own form wherever it stands, `value` only by the name it is assigned to,
 * `text` only by the text around it. In a `text` the secret itself stands between `⟦` and `⟧`.
 */
export type SecretKind =
  | { readonly known: 'token'; readonly name: string; readonly key: string; readonly pattern: string }
  | { readonly known: 'value'; readonly name: string; readonly key: string; readonly pattern: string }
  | { readonly known: 'text'; readonly name: string; readonly pattern: string };

/** Rows of name, the variable it is usually kept in, and its form. */
type Row = readonly [name: string, key: string, pattern: string];

export function tokenKinds(rows: readonly Row[]): readonly SecretKind[] {
  return rows.map(([name, key, pattern]) => ({ known: 'token', name, key, pattern }));
}

export function valueKinds(rows: readonly Row[]): readonly SecretKind[] {
  return rows.map(([name, key, pattern]) => ({ known: 'value', name, key, pattern }));
}

export function textKinds(
  rows: readonly (readonly [name: string, pattern: string])[],
): readonly SecretKind[] {
  return rows.map(([name, pattern]) => ({ known: 'text', name, pattern }));
}
