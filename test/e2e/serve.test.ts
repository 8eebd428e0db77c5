import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { createClient, ProblemError } from '../../src/interfaces/http/client.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { binary, runBinary, temporaryFolder } from './run-binary.ts';
import { keepWriting, keysOf, LOCAL, serve } from './served-binary.ts';

/** A request whose head the server has taken and whose body is still to come. */
async function startedRequest(url: string) {
  const headers = { 'Content-Type': 'application/json', Expect: '100-continue' };
  const sent = request(url, { method: 'POST', headers });
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', (message) => resolve(message.resume())).on('error', reject);
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  return { request: sent, reply };
}

/** What a file of the build and the files it names import that is no file beside them. */
function packagesOf(file: string): string[] {
  const named = [...readFileSync(file, 'utf8').matchAll(/\bfrom\s*['"]([^'"]+)['"]/g)].map(
    ([, name = '']) => name,
  );
  return named.flatMap((name) => (name.startsWith('.') ? packagesOf(join(dirname(file), name)) : [name]));
}

describe('dossier serve', () => {
  it('prints its address before anything else, also where its log goes to the same place', async () => {
    const cwd = temporaryFolder();
    const output = join(cwd, 'output.txt');
    const file = openSync(output, 'w');
    const child = spawn(process.execPath, [binary, 'serve', '--port', '0', '--no-token'], {
      cwd,
      env: { ...process.env, XDG_CACHE_HOME: join(cwd, 'cache') },
      stdio: ['ignore', file, file],
    });
    const lines = () => readFileSync(output, 'utf8').split('\n').slice(0, -1);
    await expect.poll(() => lines().length, { timeout: 60_000 }).toBeGreaterThan(1);
    // More may follow when it is stopped.
    const [first, second] = lines();
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(second).toContain('"listening"');
    child.kill();
    await once(child, 'close');
  });

  it('loses no acknowledged write when it is killed, and adds none twice when they are sent again', async () => {
    const cwd = temporaryFolder();
    const before = await serve(cwd);
    const { id } = await before.client.threadCreate({ title: 'Kill' });
    const writing = keepWriting(before.client, id, 8);
    while (writing.acknowledged.size < 100) await wait(5);
    before.child.kill('SIGKILL');
    await once(before.child, 'close');
    await writing.stop();

    const after = await serve(cwd);
    const kept = await keysOf(after.client, id);
    expect([...writing.acknowledged].filter((key) => !kept.includes(key))).toEqual([]);
    for (const key of writing.acknowledged) {
      const again = await after.client.threadMessage({ thread: id, content: `message ${key}`, key });
      expect(again.created).toBe(false);
    }
    expect((await keysOf(after.client, id)).length).toBe(kept.length);
  });

  it('finishes what runs when it is asked to stop, and ends with status 0', async () => {
    const cwd = temporaryFolder();
    const { child, client, url, log } = await serve(cwd);
    const { id } = await client.threadCreate({ title: 'Stop' });
    const { request, reply } = await startedRequest(`${url}/threads/${id}/messages`);
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    while (!log().includes('"msg":"stopping"')) await wait(5);
    request.end(JSON.stringify({ content: 'sent while it stops', key: 'late' }));
    expect((await reply).statusCode).toBe(200);
    expect((await ended)[0]).toBe(0);
    expect(log()).toContain('"msg":"stopped"');
    const again = await serve(cwd);
    expect(await keysOf(again.client, id)).toEqual(['late']);
  });

  it('says the store is busy while another process holds it, and goes on by itself afterwards', async () => {
    const cwd = temporaryFolder();
    const { client, url } = await serve(cwd);
    const { id } = await client.threadCreate({ title: 'Busy' });
    const other = new DatabaseSync(join(cwd, 'store.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const refused = await client
      .threadMessage({ thread: id, content: 'x', key: 'x' })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ problem: { status: 503, code: 'store-busy' } });
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await client.threadShow({ thread: id })).messages).toEqual([]);
    other.exec('ROLLBACK');
    other.close();
    expect((await client.threadMessage({ thread: id, content: 'x', key: 'x' })).created).toBe(true);
  });

  it('loses no acknowledged write when the database is killed under it, and goes on when it is back', async () => {
    const database = await startPostgres();
    try {
      const cwd = temporaryFolder();
      const { child, client, url } = await serve(cwd, [], database.url);
      const { id } = await client.threadCreate({ title: 'Database' });
      const writing = keepWriting(client, id, 8);
      while (writing.acknowledged.size < 50) await wait(5);
      await database.kill();
      while (writing.refused.length < 8) await wait(5);
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      expect((await fetch(`${url}/health/ready`)).status).toBe(503);
      await database.start();
      const before = writing.acknowledged.size;
      while (writing.acknowledged.size < before + 50) await wait(5);
      await writing.stop();

      const told = new Set(
        writing.refused.map((error) => (error instanceof ProblemError ? error.problem.status : error)),
      );
      expect([...told]).toEqual([503]);
      const kept = await keysOf(client, id);
      expect([...writing.acknowledged].filter((key) => !kept.includes(key))).toEqual([]);
      expect(new Set(kept).size).toBe(kept.length);
      expect(child.exitCode).toBeNull();
    } finally {
      await database.dispose();
    }
  });

  it('answers who has a token made on the command line, and nobody else', async () => {
    const cwd = temporaryFolder();
    const store = ['--store', join(cwd, 'store.sqlite')];
    const { stdout } = await runBinary([...store, '--owner', 'ada', 'token', 'create', 'test'], { cwd });
    const { url } = await serve(cwd, ['--require-token']);
    const token = stdout.trim();
    const ada = createClient({ url, token });
    await ada.threadCreate({ title: 'Mine' });
    await expect(createClient({ url }).threadList({})).rejects.toMatchObject({ problem: { status: 401 } });
    await runBinary([...store, '--owner', 'ada', 'token', 'revoke', token.split('_')[1] ?? ''], { cwd });
    await expect(ada.threadList({})).rejects.toMatchObject({ problem: { status: 401 } });
  });

  it('answers on loopback who opens the address it prints, and no other user of the machine', async () => {
    const cwd = temporaryFolder();
    const { url, client } = await serve(cwd, [LOCAL]);
    expect(await client.threadList({})).toMatchObject({ threads: [] });
    await expect(createClient({ url }).threadList({})).rejects.toMatchObject({ problem: { status: 401 } });
  });

  it('is called by a program that imports dossier/client, which loads no other package', async () => {
    const { url } = await serve(temporaryFolder());
    const script = `import { createClient } from 'dossier/client';
      const { title } = await createClient({ url: '${url}' }).threadCreate({ title: 'Imported' });
      process.stdout.write(title);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(binary, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [title] = await once(child.stdout, 'data');
    expect(String(title)).toBe('Imported');
    expect(packagesOf(join(binary, '../interfaces/http/client.js'))).toEqual([]);
  });

  it('beyond the machine answers nobody without a token', async () => {
    const cwd = temporaryFolder();
    const { stdout } = await runBinary(['--store', join(cwd, 'store.sqlite'), 'token', 'create', 'test'], {
      cwd,
    });
    const { url } = await serve(cwd, ['--host', '0.0.0.0']);
    const reached = url.replace('0.0.0.0', '127.0.0.1');
    await expect(createClient({ url: reached }).threadList({})).rejects.toMatchObject({
      problem: { status: 401 },
    });
    const known = createClient({ url: reached, token: stdout.trim() });
    expect(await known.threadList({})).toMatchObject({ threads: [] });
  });

  it('does not listen beyond the machine without tokens', async () => {
    const { status, stderr } = await runBinary(['serve', '--host', '0.0.0.0', '--port', '0'], {
      cwd: temporaryFolder(),
    });
    expect(status).toBe(5);
    expect(stderr).toContain('without access tokens');
  });
});
