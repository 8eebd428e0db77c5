import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { vectorFile } from '../../src/adapters/stores/sqlite/vector-file.ts';
import type { IndexStore, Store } from '../../src/core/store.ts';
import { sampleFile } from './store-samples.ts';

const SEGMENT = 1024;
const DIMENSIONS = 16;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-vectors-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const segmentOf = (byte: number) => ({
  scales: new Uint8Array(SEGMENT * 4).fill(byte),
  vectors: new Uint8Array(SEGMENT * DIMENSIONS).fill(byte + 1),
});

describe('a file of vectors', () => {
  it('gives the vectors of a segment only to who has its scales', async () => {
    const file = vectorFile(join(folder, 'v'));
    expect(file.open()).toBeUndefined();
    await file.write([segmentOf(1), segmentOf(7)]);
    const opened = file.open();
    expect(opened?.segments).toBe(2);
    expect([...(opened?.read(1, segmentOf(7).scales) ?? [])]).toEqual([...segmentOf(7).vectors]);
    expect(opened?.read(0, segmentOf(7).scales)).toBeUndefined();
    expect(opened?.read(1, segmentOf(7).scales.subarray(4))).toBeUndefined();
    expect(opened?.read(2, segmentOf(7).scales)).toBeUndefined();
    opened?.close();
    file.remove();
    expect(file.open()).toBeUndefined();
  });

  it('is none where a pipe or a folder has its name', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(vectorFile(join(folder, 'pipe')).open()).toBeUndefined();
    expect(vectorFile(folder).open()).toBeUndefined();
  });

  it('is for its user only, and replaces what a killed run left', async () => {
    writeFileSync(join(folder, 'v.new-1'), 'half');
    utimesSync(join(folder, 'v.new-1'), 1, 1);
    await vectorFile(join(folder, 'v')).write([segmentOf(1)]);
    expect(readdirSync(folder)).toEqual(['v']);
    expect(statSync(join(folder, 'v')).mode & 0o777).toBe(0o600);
  });

  it('is whole when several runs write it at the same time', async () => {
    const path = join(folder, 'v');
    await Promise.all([1, 2, 3, 4].map((byte) => vectorFile(path).write([segmentOf(byte), segmentOf(byte)])));
    const opened = vectorFile(path).open();
    expect(opened?.segments).toBe(2);
    opened?.close();
    expect(readdirSync(folder)).toEqual(['v']);
  });

  it('is left as it was, and nothing beside it, when writing fails', async () => {
    const file = vectorFile(join(folder, 'v'));
    await file.write([segmentOf(1)]);
    const failing = function* () {
      yield segmentOf(2);
      throw new Error('gone');
    };
    await expect(file.write(failing())).rejects.toThrow('gone');
    expect(readdirSync(folder)).toEqual(['v']);
    const opened = file.open();
    expect(opened?.read(0, segmentOf(1).scales)).toBeDefined();
    opened?.close();
  });

  it('is never taken for one when it was cut, or holds anything else', async () => {
    const path = join(folder, 'v');
    await vectorFile(path).write([segmentOf(1), segmentOf(2)]);
    const whole = readFileSync(path);
    const contents = fc.oneof(
      fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(fc.nat(), fc.nat())
        .map(([segments, dimensions]) =>
          Buffer.concat([
            Buffer.from(`dossier vectors 1 ${segments} ${dimensions}`.padEnd(64, '\n')),
            whole.subarray(64),
          ]),
        ),
    );
    fc.assert(
      fc.property(contents, (content) => {
        fc.pre(!content.equals(whole));
        writeFileSync(path, content);
        const opened = vectorFile(path).open();
        expect(opened?.segments ?? 0).toBe(0);
        opened?.close();
      }),
    );
  });
});

describe('the nearest chunks', () => {
  const MODEL = 'm';
  const scope = { owner: 'me', project: 'p' };
  /** So many are copied. */
  const CHUNKS = 8 * SEGMENT;
  const PER_FILE = 1024;

  const vectorAt = (seed: number) => {
    const components = Array.from({ length: DIMENSIONS }, (_, axis) => Math.sin(seed * (axis + 1) + axis));
    const length = Math.hypot(...components);
    return Float32Array.from(components, (component) => component / length);
  };
  async function fill(index: IndexStore, from: number, to: number, seed: number): Promise<void> {
    for (let start = from; start < to; start += PER_FILE) {
      const functions = Array.from({ length: Math.min(PER_FILE, to - start) }, (_, number) => ({
        name: `f${start + number}`,
        body: `${seed}`,
      }));
      await index.putFiles([sampleFile(`${start}.ts`, functions)]);
    }
    const waiting = await index.chunksWithoutVector(MODEL, CHUNKS * 4);
    await index.putVectors(
      MODEL,
      waiting.map(({ id, text }) => ({ id, vector: vectorAt(Number(/f(\d+)/.exec(text)?.[1]) + seed) })),
    );
  }
  /** In a process of its own: what is asked for first, and what is asked for again and kept. */
  async function found(path: string): Promise<readonly unknown[]> {
    const store = await openSqliteStore({ path });
    const answers = [];
    for (const seed of [3, 3, 4.5, 1000]) {
      const nearest = await store.index(scope).nearestChunks(vectorAt(seed), { model: MODEL, limit: 20 });
      answers.push(nearest.map(({ chunk, score }) => [chunk.id, score]));
    }
    await store.close();
    return answers;
  }
  const filesBeside = (path: string) =>
    readdirSync(folder).filter((name) => join(folder, name).startsWith(`${path}-vectors-`));
  /** The same answers with the file and without it. */
  async function expectSame(path: string): Promise<void> {
    const bare = join(folder, 'bare.db');
    cpSync(path, bare);
    expect(await found(path)).toEqual(await found(bare));
    rmSync(bare);
  }

  it('are the same with a file of vectors: copied, followed by more, of another store, after pruning', async () => {
    const path = join(folder, 'store.db');
    let store: Store = await openSqliteStore({ path });
    await fill(store.index(scope), 0, 2 * SEGMENT, 0);
    await store.index(scope).prepareVectors();
    expect(filesBeside(path)).toEqual([]);
    await fill(store.index(scope), 2 * SEGMENT, CHUNKS, 0);
    await store.index(scope).prepareVectors();
    await store.close();
    const [name] = filesBeside(path);
    expect(name).toBeDefined();
    const beside = join(folder, name ?? '');
    const copied = readFileSync(beside);
    await expectSame(path);

    // More vectors behind those in the file; it is not made again for so few.
    store = await openSqliteStore({ path });
    await fill(store.index(scope), CHUNKS, CHUNKS + 300, 0);
    await store.index(scope).prepareVectors();
    await store.close();
    expect(readFileSync(beside).equals(copied)).toBe(true);
    await expectSame(path);

    // A store with as many other vectors, beside the same file.
    rmSync(path);
    store = await openSqliteStore({ path });
    await fill(store.index(scope), 0, CHUNKS, 0.25);
    await store.close();
    expect(existsSync(beside)).toBe(true);
    await expectSame(path);
    store = await openSqliteStore({ path });
    await store.index(scope).prepareVectors();
    expect(readFileSync(beside).equals(copied)).toBe(false);

    // Texts that are gone, pruned once they are most.
    const { files } = await store.index(scope).size();
    expect(files).toBe(CHUNKS / PER_FILE);
    await store
      .index(scope)
      .removeFiles(Array.from({ length: files - 1 }, (_, number) => `${(number + 1) * PER_FILE}.ts`));
    await fill(store.index(scope), CHUNKS, CHUNKS + 10, 0);
    await store.close();
    expect(filesBeside(path)).toEqual([]);
    await expectSame(path);
  }, 60_000);
});
