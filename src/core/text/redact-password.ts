/**
 * A server address safe to show and log: without its password, and without anything after `?`, which may hold one too.
 * Of an address that cannot be parsed, for example because of unencoded characters in a password, only the scheme is
 * left.
 */
export function redactPassword(address: string): string {
  const scheme = /^\w+:\/\//.exec(address)?.[0];
  if (scheme === undefined) return address;
  try {
    const url = new URL(address);
    url.password = '';
    url.search = '';
    url.hash = '';
    return url.pathname.includes('@') ? `${scheme}…` : url.href;
  } catch (error) {
    if (error instanceof TypeError) return `${scheme}…`;
    throw error;
  }
}
