import { existsSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DossierError } from '../../core/errors.ts';
import type { RepositoryUrl } from '../../core/repository-url.ts';
import { withTimeLimit } from '../../core/with-time-limit.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { workTreeOf } from './git-places.ts';
import { runGit } from './run-git.ts';

interface CheckoutOptions {
  /** Where the repository is kept; created when missing. */
  readonly folder: string;
  readonly repository: RepositoryUrl;
  readonly branch?: string | undefined;
  /** How many of the newest commits are fetched. */
  readonly commits: number;
  /** The most bytes of the repository, and of its files at the fetched commit. */
  readonly maxBytes: number;
  /** The longest all of it may take. */
  readonly milliseconds: number;
  /** The addresses the host has: git connects to these and no other. */
  readonly addresses: readonly string[];
  /** Sent to the host; never written to a file or a command line. */
  readonly authorization?: string | undefined;
  readonly signal: AbortSignal;
}

/** How often the size of what is being fetched is looked at. */
const LOOK_MS = 500;

/**
 * Fetches a repository's newest commits and checks out its files, or brings an earlier checkout up to date. Git runs in
 * a closed environment: no hooks, filters, submodules, redirects, other protocols, or settings of this machine's user.
 * Returns the commit.
 */
export async function checkOut(options: CheckoutOptions): Promise<string> {
  const minutes = Math.ceil(options.milliseconds / 60_000);
  return withTimeLimit((signal) => fetchAndCheckOut({ ...options, signal }), {
    what: `Fetching ${options.repository.url}`,
    milliseconds: options.milliseconds,
    advice: `A repository may take ${minutes} minutes: "dossier worker --minutes" changes that.`,
    signal: options.signal,
  });
}

async function fetchAndCheckOut(options: CheckoutOptions): Promise<string> {
  const { folder, repository, branch, signal, maxBytes } = options;
  makePrivateFolder(folder);
  if (!existsSync(join(folder, '.git'))) {
    const around = workTreeOf(folder);
    if (around !== undefined) {
      throw new DossierError(
        'invalid-input',
        `${folder} lies inside the repository ${around}. Choose another place with "dossier worker --folder".`,
      );
    }
    await runGit(folder, ['init', '--quiet', '--template='], { signal, environment: ALONE });
  }
  // A worker that was killed leaves its locks; whoever has the job has the folder.
  for (const lock of ['index.lock', 'shallow.lock', 'HEAD.lock']) {
    rmSync(join(folder, '.git', lock), { force: true });
  }
  const depth = Math.max(1, options.commits);
  const from = branch === undefined ? 'HEAD' : `refs/heads/${branch}`;
  await withinSize(folder, maxBytes, signal, (either) =>
    runGit(
      folder,
      [
        ...['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--force', '--update-shallow'],
        ...[`--depth=${depth}`, '--', repository.url, `+${from}:refs/dossier/fetched`],
      ],
      { signal: either, environment: networkOf(options), idleLimit: options.milliseconds, mayWait: true },
    ),
  );
  const local = { signal, environment: ALONE };
  const { stdout: tree } = await runGit(folder, ['ls-tree', '-r', '-l', '-z', 'refs/dossier/fetched'], local);
  const bytes = tree.split('\0').reduce((sum, line) => sum + Number(SIZE.exec(line)?.[1] ?? 0), 0);
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  await runGit(folder, ['checkout', '--quiet', '--force', '--detach', 'refs/dossier/fetched'], local);
  await runGit(folder, ['clean', '--quiet', '-ffdx'], local);
  const { stdout } = await runGit(folder, ['rev-parse', 'HEAD'], local);
  return stdout.trim();
}

/** Mode, type, object, size, tab, path. */
const SIZE = /^\d+ blob \w+ +(\d+)\t/;

/** Nothing of the machine's user counts: no settings, stored passwords or `.netrc`. */
const ALONE = {
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

function networkOf({ repository, addresses, authorization }: CheckoutOptions): Record<string, string> {
  const { protocol, host } = repository;
  const port = new URL(repository.url).port || (protocol === 'http' ? '80' : '443');
  const name = host.replace(/:\d+$/, '');
  const settings = [
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
    // The host was checked by its addresses; asked again, it could name others.
    ...(addresses.length === 0
      ? []
      : [['http.curloptResolve', `${name}:${port}:${addresses.map(bracketed).join(',')}`]]),
    ...(authorization === undefined ? [] : [['http.extraHeader', `Authorization: ${authorization}`]]),
    ['gc.autoDetach', 'false'],
    ['maintenance.autoDetach', 'false'],
  ];
  return {
    ...ALONE,
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key = '', value = ''], place) => [
        [`GIT_CONFIG_KEY_${place}`, key],
        [`GIT_CONFIG_VALUE_${place}`, value],
      ]),
    ),
  };
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** Git has no limit for what it fetches, so the folder is watched while it grows. */
async function withinSize<Result>(
  folder: string,
  maxBytes: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const grown = new AbortController();
  const look = async () => {
    if ((await sizeOf(join(folder, '.git'))) > maxBytes) grown.abort(tooLarge(maxBytes));
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => grown.abort(error));
  }, LOOK_MS);
  try {
    const result = await work(AbortSignal.any([signal, grown.signal]));
    await look();
    grown.signal.throwIfAborted();
    return result;
  } catch (error) {
    // What was fetched so far would be in the way of the next attempt.
    if (grown.signal.aborted) rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    clearInterval(timer);
    await looking;
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.path, entry.name)).catch((error: unknown) => {
      // Git renames and removes files while they are counted.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { size: 0 };
      throw error;
    });
    bytes += found.size;
  }
  return bytes;
}

function tooLarge(maxBytes: number): DossierError {
  return new DossierError(
    'forbidden',
    `The repository has more than ${Math.floor(maxBytes / 1e6)} MB. "dossier worker --megabytes" changes the limit.`,
  );
}
