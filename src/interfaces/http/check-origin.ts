import { DossierError } from '../../core/errors.ts';
import { ProtocolError } from './problem.ts';

export interface OriginRules {
  /** Host names the server answers to, lowercase and without ports. */
  readonly hosts: ReadonlySet<string>;
  /** Origins of other pages that may call it, for example https://tools.example.org. */
  readonly origins: ReadonlySet<string>;
}

export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests that a foreign web page could send. A page that points its own name at this machine (DNS
 * rebinding) shows that name in Host; any other shows its origin in Origin or Sec-Fetch-Site.
 */
export function checkOrigin(headers: Headers, rules: OriginRules): void {
  const host = headers.get('host') ?? '';
  const name = hostName(host);
  if (name === undefined || !rules.hosts.has(name)) {
    throw new ProtocolError(
      'misdirected-host',
      `This server does not answer to the host "${host.slice(0, 100)}". Add it with --allowed-host.`,
    );
  }
  const origin = headers.get('origin');
  const own = origin === `http://${host}` || origin === `https://${host}`;
  const foreignSite = origin === null && headers.get('sec-fetch-site') === 'cross-site';
  if (foreignSite || (origin !== null && !own && !rules.origins.has(origin))) {
    throw new DossierError('forbidden', 'Pages of other sites may not call this server.');
  }
}

function hostName(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(host.toLowerCase())?.[1];
}
