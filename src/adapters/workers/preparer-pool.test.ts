import { expect, test } from 'vitest';
import type { PreparedFile } from '../../core/ports.ts';
import { countWords } from '../../core/text/chunk-words.ts';
import { packFile, unpackFile } from './packed-file.ts';
import { createPreparerPool } from './preparer-pool.ts';

/** A worker that skips every file with its own path as the reason's detail; `die` ends it. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (request) => {
      if (request === null) return parentPort.close();
      const { id, content: path } = request;
      if (path === 'die') throw new Error('out of breath');
      parentPort.postMessage({ id, content: { status: 'skipped', reason: 'generated', detail: path } });
    });
    parentPort.postMessage({ id: -1 });
  `)}`,
);

test('every file is answered, whatever the number of workers', async () => {
  for (const workers of [1, 3]) {
    const pool = createPreparerPool({ script, workerData: undefined, workers });
    const paths = Array.from({ length: 100 }, (_, index) => `file-${index}`);
    const prepared = await Promise.all(paths.map((path) => pool.prepare(path)));
    expect(prepared.map((each) => each.status === 'skipped' && each.detail)).toEqual(paths);
    await pool.close();
  }
});

test('this thread helps, and leaves to the workers what it does not take', async () => {
  const here = async (path: string): Promise<PreparedFile | undefined> =>
    path.endsWith('7') ? undefined : { status: 'skipped', reason: 'generated', detail: `${path} here` };
  for (const workers of [1, 2]) {
    const pool = createPreparerPool({ script, workerData: undefined, workers, here });
    const paths = Array.from({ length: 600 }, (_, index) => `file-${index}`);
    const prepared = await Promise.all(paths.map((path) => pool.prepare(path)));
    const details = prepared.map((each) => (each.status === 'skipped' ? (each.detail ?? '') : ''));
    expect(details.map((detail) => detail.replace(' here', ''))).toEqual(paths);
    expect(details.filter((detail) => detail.endsWith('7 here'))).toEqual([]);
    expect(details.some((detail) => detail.endsWith(' here'))).toBe(true);
    // A lone file that must not be prepared here, when nothing else keeps the workers busy.
    expect(await pool.prepare('last-7')).toMatchObject({ detail: 'last-7' });
    await pool.close();
  }
});

test('a worker that dies is replaced, the file that killed it is left out with the reason', async () => {
  const pool = createPreparerPool({ script, workerData: undefined, workers: 1 });
  const first = await pool.prepare('before');
  const died = await pool.prepare('die');
  const after = await pool.prepare('after');
  await pool.close();
  expect(first).toMatchObject({ detail: 'before' });
  expect(died).toEqual({ status: 'skipped', reason: 'failed', detail: 'out of breath' });
  expect(after).toMatchObject({ detail: 'after' });
  await expect(pool.prepare('late')).rejects.toThrow('closed');
});

test('a worker that cannot start is an error, not a reason to leave files out', async () => {
  const broken = new URL(`data:text/javascript,${encodeURIComponent("throw new Error('no such module')")}`);
  for (const workers of [1, 2]) {
    const pool = createPreparerPool({ script: broken, workerData: undefined, workers });
    const paths = Array.from({ length: 50 }, (_, index) => `file-${index}`);
    const settled = await Promise.allSettled(paths.map((path) => pool.prepare(path)));
    const reasons = settled.map((each) => each.status === 'rejected' && String(each.reason));
    expect(new Set(reasons)).toEqual(
      new Set(['DossierError: A worker thread could not start: no such module']),
    );
    await expect(pool.prepare('late')).rejects.toThrow('no such module');
    await pool.close();
  }
});

test('of many files only the one that kills workers is left out', async () => {
  for (const workers of [1, 2]) {
    const pool = createPreparerPool({ script, workerData: undefined, workers });
    const paths = Array.from({ length: 300 }, (_, index) => (index === 100 ? 'die' : `file-${index}`));
    const prepared = await Promise.all(paths.map((path) => pool.prepare(path)));
    await pool.close();
    const failed = prepared.filter((each) => each.status === 'skipped' && each.reason === 'failed');
    expect(failed).toEqual([{ status: 'skipped', reason: 'failed', detail: 'out of breath' }]);
    expect(prepared[100]).toBe(failed[0]);
  }
});

test('a file comes out of its travel form as it went in', () => {
  const words = countWords([
    { name: ['a'], path: [], doc: [], body: ['b', 'c'] },
    { name: [], path: [], doc: [], body: ['b'] },
  ]);
  const prepared: PreparedFile = {
    status: 'indexed',
    maskedLines: 0,
    file: {
      file: {
        path: 'a',
        language: 'text',
        contentHash: '',
        size: 1,
        modifiedAt: 1,
        lineCount: 1,
        role: 'source',
      },
      units: [],
      relations: [],
      chunks: [
        { id: '1', path: 'a', startLine: 1, endLine: 1, text: 'b c\ud800', contentHash: '' },
        { id: '2', path: 'a', startLine: 2, endLine: 2, text: 'b', contentHash: '' },
      ],
      words,
    },
  };
  expect(unpackFile(packFile(prepared))).toEqual(prepared);
  const skipped: PreparedFile = { status: 'skipped', reason: 'binary', stat: { size: 1, modifiedAt: 2 } };
  expect(unpackFile(packFile(skipped))).toEqual(skipped);
});
