import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileLeases } from './file-leases.ts';

let folder = '';
let prefix = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-lease-'));
  prefix = join(folder, 'deep', 'store.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a lease', () => {
  it('does not wait for a pipe that has its name', async () => {
    mkdirSync(join(folder, 'deep'));
    execFileSync('mkfifo', [`${prefix}.watch.lock`]);
    expect(await createFileLeases(prefix).take('watch')).toBeUndefined();
  });

  it('is held by one at a time and free again once released', async () => {
    const leases = createFileLeases(prefix);
    const first = await leases.take('watch');
    expect(first?.held()).toBe(true);
    expect(await leases.take('watch')).toBeUndefined();
    expect(await leases.holder('watch')).toMatchObject({ pid: process.pid });
    const other = await leases.take('index');
    expect(other).toBeDefined();
    await other?.release();
    await first?.release();
    expect(first?.held()).toBe(false);
    expect(await leases.holder('watch')).toBeUndefined();
    const second = await leases.take('watch');
    expect(second).toBeDefined();
    await second?.release();
  });

  it('goes to exactly one of many who ask at once', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => createFileLeases(prefix).take('watch')));
    expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1);
    for (const lease of taken) await lease?.release();
  });

  it('is taken over at once from a process that is gone', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('exit', resolve));
    const leases = createFileLeases(join(folder, 's'));
    const content = { token: 't', pid: gone.pid, host: hostname(), since: Date.now() };
    writeFileSync(join(folder, 's.watch.lock'), JSON.stringify(content));
    const taken = await Promise.all(Array.from({ length: 10 }, () => leases.take('watch')));
    expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1);
    for (const lease of taken) await lease?.release();
  });

  it('is taken over from another machine only when it has not been touched for seconds', async () => {
    const path = join(folder, 's.watch.lock');
    const leases = createFileLeases(join(folder, 's'));
    writeFileSync(path, JSON.stringify({ token: 't', pid: 1, host: 'elsewhere', since: 0 }));
    const ahead = Date.now() / 1000 + 600;
    utimesSync(path, ahead, ahead);
    expect(await leases.take('watch')).toBeUndefined();
    const old = Date.now() / 1000 - 60;
    utimesSync(path, old, old);
    const lease = await leases.take('watch');
    expect(lease).toBeDefined();
    await lease?.release();
  });

  it('is given up when another took it', async () => {
    const leases = createFileLeases(join(folder, 's'));
    const lease = await leases.take('watch');
    writeFileSync(
      join(folder, 's.watch.lock'),
      JSON.stringify({ token: 'other', pid: process.pid, host: hostname(), since: 0 }),
    );
    await expect.poll(() => lease?.held()).toBe(false);
    expect(await leases.take('watch')).toBeUndefined();
  });
});
