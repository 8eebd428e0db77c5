import { DossierError } from './errors.ts';

/** The address of a repository, taken apart. */
export interface RepositoryUrl {
  /** As git is given it. */
  readonly url: string;
  readonly protocol: 'https' | 'http' | 'file';
  /** Empty for `file`. */
  readonly host: string;
  /** `org/repository`: the name of the project unless another is given. */
  readonly name: string;
}

const LONGEST = 500;
const PROTOCOLS = new Map([
  ['https:', 'https'],
  ['http:', 'http'],
  ['file:', 'file'],
] as const);

/**
 * Reads the address of a repository. Only plain addresses are taken: git has transports that run programs (`ext::`),
 * reads words that begin with a dash as options, and an address with a password would keep it in the store. Whether a
 * host may be reached is the worker's decision.
 */
export function parseRepositoryUrl(text: string): RepositoryUrl {
  if (text.length > LONGEST || !URL.canParse(text)) throw refused(text);
  const parsed = new URL(text);
  const protocol = [...PROTOCOLS].find(([name]) => name === parsed.protocol)?.[1];
  if (protocol === undefined) throw refused(text);
  if (parsed.username !== '' || parsed.password !== '') {
    throw new DossierError(
      'invalid-input',
      'The address has a user name or a password. Leave it out: a worker takes credentials from its own settings.',
    );
  }
  if (parsed.search !== '' || parsed.hash !== '') throw refused(text);
  const segments = parsed.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length === 0 || !segments.every((segment) => SEGMENT.test(segment))) throw refused(text);
  if (ENCODED.test(parsed.pathname)) throw refused(text);
  // A file's address may name a host, which git would take for one to connect to.
  if (protocol === 'file' && parsed.host !== '') throw refused(text);
  const name = segments.join('/').replace(/\.git$/, '');
  return { url: parsed.href, protocol, host: parsed.host, name };
}

/** Letters, digits and `~ . _ + % -`, not beginning with a dash. `URL` has removed `.` and `..`. */
const SEGMENT = /^[\w~.+%][\w~.+%-]*$/;

/** A dot, a slash or a control character that only a server would see, and a prefix of credentials would not. */
const ENCODED = /%(?:2e|2f|5c|[01][0-9a-f]|7f)/i;

/** A branch as git accepts it, without the characters that mean something else in a refspec. */
export function isBranchName(text: string): boolean {
  return /^[\w][\w./+-]{0,200}$/.test(text) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|[./]$/.test(text);
}

function refused(text: string): DossierError {
  return new DossierError(
    'invalid-input',
    `"${text.slice(0, LONGEST)}" is not the address of a repository. Write it as https://host/organisation/repository.`,
  );
}
