/**
 * The address of a server as it may be shown and logged: without its password, and without what follows
 * `?`, where one may stand too. Of an address that cannot be understood only the scheme is left; signs
 * in a password that should have been encoded make it one.
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
