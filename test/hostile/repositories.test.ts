import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOut } from '../../src/adapters/sources/git-checkout.ts';
import type { Engine } from '../../src/core/engine.ts';
import { parseRepositoryUrl } from '../../src/core/repository-url.ts';
import { TRUST_VARIABLE } from '../../src/core/untrusted-settings.ts';
import { openEngine } from '../../src/open-engine.ts';
import { type Credential, indexRepository } from '../../src/program/index-repository.ts';
import { addRepository } from '../../src/sessions/repositories.ts';
import { fillPattern } from './secrets/fill-pattern.ts';

describe('a repository that a worker fetches', () => {
  let folder: string;
  let origin: string;
  let engine: Engine;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-fetched-'));
    origin = join(folder, 'origin');
    mkdirSync(origin);
    writeFileSync(join(folder, 'outside.txt'), 'outsideword\n');
    engine = openAs('ada');
  });
  afterEach(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  function openAs(owner: string): Engine {
    return openEngine({
      root: folder,
      environment: { XDG_CACHE_HOME: join(folder, 'cache') },
      settings: { store: join(folder, 'store.sqlite'), owner, 'embedder.kind': 'none' },
    });
  }

  function commit(): void {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
        cwd: origin,
      });
    git('init', '-q', '-b', 'main');
    git('add', '-A', '-f');
    git('commit', '-qm', 'Add');
  }

  async function index(
    url: string,
    options: { readonly allow: readonly string[]; readonly credentials?: readonly Credential[] },
  ): Promise<string> {
    const { job } = await addRepository(engine, { url, project: 'p' }, Date.now());
    return indexRepository(engine, job, {
      folder: join(folder, 'work'),
      credentials: [],
      maxBytes: 10_000_000,
      milliseconds: 60_000,
      clock: Date.now,
      signal: new AbortController().signal,
      progress: () => undefined,
      ...options,
    });
  }
  const indexOrigin = () => index(pathToFileURL(origin).href, { allow: ['file:'] });

  it('has no links followed and no secrets stored', async () => {
    const { text, secret } = fillPattern('ghp_{alnum:36}', 'fetched');
    writeFileSync(join(origin, 'a.ts'), `export const shown = '${text}';\n`);
    writeFileSync(join(origin, '.env'), 'DB_PASSWORD=hunter2hunter2\n');
    symlinkSync(join(folder, 'outside.txt'), join(origin, 'link.txt'));
    symlinkSync(folder, join(origin, 'above'));
    commit();
    expect(await indexOrigin()).toContain('1 file indexed');
    const store = await engine.store();
    const rows: string[] = [];
    await store.dump({ owner: 'ada', project: 'p' }, async (piece) => {
      rows.push(JSON.stringify(piece.rows));
    });
    const stored = rows.join('\n');
    expect(stored).toContain('shown');
    for (const part of [...secret, 'outsideword', 'hunter2']) expect(stored).not.toContain(part);
  });

  it.each([
    ['a store', { store: 'postgres://db.example.org/x' }],
    ['a store outside', { store: '../../other.sqlite' }],
    ['a model outside', { embedder: { kind: 'onnx', model: '../../model' } }],
  ])('cannot choose %s, whatever this user trusts', async (_what, settings) => {
    writeFileSync(join(origin, 'dossier.config.json'), JSON.stringify(settings));
    commit();
    const before = process.env[TRUST_VARIABLE];
    process.env[TRUST_VARIABLE] = '1';
    try {
      await expect(indexOrigin()).rejects.toMatchObject({ code: 'forbidden' });
    } finally {
      if (before === undefined) delete process.env[TRUST_VARIABLE];
      else process.env[TRUST_VARIABLE] = before;
    }
  });

  it('gets the password of its owner alone, and none elsewhere', async () => {
    const seen: string[] = [];
    const other = createServer((_request, response) => {
      seen.push('redirected');
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    const server = createServer((request, response) => {
      seen.push(`${request.url?.split('/')[1]} ${request.headers.authorization ?? 'none'}`);
      response.writeHead(302, { location: `http://127.0.0.1:${portOf(other)}${request.url}` }).end();
    }).listen(0, '127.0.0.1');
    await Promise.all([once(server, 'listening'), once(other, 'listening')]);
    const host = `127.0.0.1:${portOf(server)}`;
    const credentials = [{ owner: 'ada', prefix: `http://${host}/team/`, token: 'known' }];
    const fetch = (path: string) => index(`http://${host}/${path}/shop`, { allow: [host], credentials });
    const basic = `Basic ${btoa('x-access-token:known')}`;
    try {
      await expect(fetch('team')).rejects.toMatchObject({ code: 'unavailable' });
      await expect(fetch('others')).rejects.toMatchObject({ code: 'unavailable' });
      await engine.close();
      engine = openAs('grace');
      await expect(fetch('team')).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      server.close();
      other.close();
    }
    expect(seen).toEqual([`team ${basic}`, 'others none', 'team none']);
  });

  it('is fetched from the addresses that were checked, whatever the name server says later', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // No name server knows this name, so the request came by the address alone.
    const repository = parseRepositoryUrl(`http://repositories.invalid:${portOf(server)}/a/b`);
    const fetch = checkOut({
      folder: join(folder, 'tree'),
      repository,
      commits: 1,
      maxBytes: 1_000_000,
      milliseconds: 60_000,
      addresses: ['127.0.0.1'],
      signal: new AbortController().signal,
    });
    await expect(fetch).rejects.toMatchObject({ code: 'unavailable' });
    server.close();
    expect(asked).toBeGreaterThan(0);
  });

  it('is not fetched from inside the network of the worker', async () => {
    for (const url of ['https://127.0.0.1/a/b', 'https://[::1]/a/b', pathToFileURL(origin).href]) {
      await expect(index(url, { allow: [] })).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
