/** Where the token of this machine is kept: it opens every project of the server, in every tab. */
export const LOCAL_TOKEN_KEY = 'dossier-local-token';

// The address that `dossier serve` prints brings the token behind `#`, which no server is ever sent.
const [, given] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
if (given !== undefined) {
  localStorage.setItem(LOCAL_TOKEN_KEY, given);
  history.replaceState(null, '', location.pathname);
}
