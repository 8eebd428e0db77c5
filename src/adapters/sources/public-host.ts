import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { DossierError, errorMessage } from '../../core/errors.ts';
import type { RepositoryUrl } from '../../core/repository-url.ts';

/** Addresses inside a machine or a network (RFC 6890 and the like): a repository of the world has none of them. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}

/** Of IPv6, only what is routed in the world (2000::/3), without what leads back into IPv4 networks. */
const WORLD = new BlockList();
WORLD.addSubnet('2000::', 3, 'ipv6');
const DETOURS = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  DETOURS.addSubnet(network, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !PRIVATE.check(address, 'ipv4');
  return version === 6 && WORLD.check(address, 'ipv6') && !DETOURS.check(address, 'ipv6');
}

/**
 * The addresses of a repository's host, for git to connect to. Anyone may register an address, so it must not lead into
 * the network of the worker, nor to its files: `allowed` names the hosts (`git.example.org`, `localhost:8080`) and
 * `file:` that may be reached all the same.
 */
export async function addressesOf(
  { protocol, host, url }: RepositoryUrl,
  allowed: readonly string[],
): Promise<readonly string[]> {
  if (protocol === 'file') {
    if (allowed.includes('file:')) return [];
    throw notAllowed(url, 'a folder of this machine', 'file:');
  }
  const isAllowed = allowed.includes(host);
  if (protocol === 'http' && !isAllowed) throw notAllowed(url, 'not https', host);
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  const found = isIP(name) > 0 ? [{ address: name }] : await resolve(name);
  const addresses = found.map(({ address }) => address);
  if (!isAllowed && (addresses.length === 0 || !addresses.every(isPublicAddress))) {
    throw notAllowed(url, `on ${host}, which is not a public host`, host);
  }
  return addresses;
}

async function resolve(name: string) {
  try {
    return await lookup(name, { all: true });
  } catch (error) {
    throw new DossierError('unavailable', `The host ${name} cannot be found (${errorMessage(error)}).`, {
      cause: error,
    });
  }
}

function notAllowed(url: string, what: string, allow: string): DossierError {
  return new DossierError(
    'forbidden',
    `${url} is ${what}. Whoever runs the worker can allow it: dossier worker --allow ${allow}`,
  );
}
