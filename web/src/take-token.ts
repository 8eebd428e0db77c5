/** The key of this machine's token, which opens every project of the server, in every tab. */
export const LOCAL_TOKEN_KEY = 'dossier-local-token';

// The address that `dossier serve` prints has the token after `#`, which browsers never send.
const [, given] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
if (given !== undefined) {
  localStorage.setItem(LOCAL_TOKEN_KEY, given);
  history.replaceState(null, '', location.pathname);
}
