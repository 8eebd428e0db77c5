import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SEGMENT_SIZE } from '../shared/vector-segments.ts';

/** The stored bytes of one whole segment. */
export interface SegmentBytes {
  readonly scales: Uint8Array;
  readonly vectors: Uint8Array;
}

export interface OpenVectorFile {
  readonly segments: number;
  /** The vectors of the segment that has these scales, valid until the next read; undefined if the file has none. */
  read(segment: number, scales: Uint8Array): Uint8Array | undefined;
  close(): void;
}

/**
 * A copy of a project's vectors in a flat file beside the store: a new process reads it in an eighth of the time that
 * SQLite takes, which follows a chain of small pages and copies them twice. Only whole segments are copied; they never
 * change. The store remains the truth: the scales of a segment are read from it, and only if those in the file are
 * equal are the vectors beside them taken.
 */
export interface VectorFile {
  /** Undefined if it is missing or incomplete. */
  open(): OpenVectorFile | undefined;
  /** Replaces the file atomically, so that no process reads a partial one. */
  write(segments: Iterable<SegmentBytes>): Promise<void>;
  remove(): void;
}

/** How the path of every such file starts; the number of the project follows. */
export const vectorFilesOf = (store: string): string => `${store}-vectors-`;

export function removeVectorFiles(store: string): void {
  const start = basename(vectorFilesOf(store));
  for (const name of readdirSync(dirname(store))) {
    if (name.startsWith(start)) rmSync(join(dirname(store), name));
  }
}

export function vectorFile(path: string): VectorFile {
  return {
    open() {
      const handle = openPresent(path);
      if (handle === undefined) return undefined;
      const opened = readerOf(handle);
      if (opened === undefined) closeSync(handle);
      return opened;
    },

    async write(segments) {
      removeAbandoned(path);
      // Two runs may end at the same time: each writes a file of its own, and the last to finish replaces the other's.
      const own = `${path}${UNFINISHED}-${randomUUID()}`;
      try {
        const file = await open(own, 'wx', 0o600);
        try {
          let count = 0;
          let dimensions = 0;
          for (const { scales, vectors } of segments) {
            dimensions = vectors.length / SEGMENT_SIZE;
            const at = HEADER_BYTES + count * recordBytes(dimensions);
            await file.write(scales, 0, SCALES_BYTES, at);
            await file.write(vectors, 0, vectors.length, at + SCALES_BYTES);
            count++;
          }
          await file.write(headerOf(count, dimensions), 0, HEADER_BYTES, 0);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(own, path);
      } finally {
        rmSync(own, { force: true });
      }
    },

    remove() {
      rmSync(path, { force: true });
    },
  };
}

const UNFINISHED = '.new';
const ABANDONED_AFTER_MS = 3_600_000;

/** Removes what killed runs left behind. A run that is still writing touches its file all the time. */
function removeAbandoned(path: string): void {
  const start = basename(path) + UNFINISHED;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(start)) continue;
    const unfinished = join(dirname(path), name);
    const touched = statSync(unfinished, { throwIfNoEntry: false })?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > ABANDONED_AFTER_MS)
      rmSync(unfinished, { force: true });
  }
}

const MAGIC = 'dossier vectors 1';
const HEADER = new RegExp(`^${MAGIC} (\\d{1,9}) (\\d{1,6})\n`);
const HEADER_BYTES = 64;
const SCALES_BYTES = SEGMENT_SIZE * 4;
const recordBytes = (dimensions: number) => SCALES_BYTES + SEGMENT_SIZE * dimensions;

function headerOf(segments: number, dimensions: number): Buffer {
  return Buffer.from(`${MAGIC} ${segments} ${dimensions}`.padEnd(HEADER_BYTES, '\n'), 'latin1');
}

/** A missing or unreadable file is not an error: the store has the same vectors. */
function openPresent(path: string): number | undefined {
  try {
    // Opening a pipe would wait for a writer.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function readerOf(handle: number): OpenVectorFile | undefined {
  const stat = fstatSync(handle);
  if (!stat.isFile()) return undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(handle, header, 0, HEADER_BYTES, 0);
  const [, segments = 0, dimensions = 0] = HEADER.exec(header.toString('latin1'))?.map(Number) ?? [];
  const size = recordBytes(dimensions);
  if (dimensions === 0 || stat.size !== HEADER_BYTES + segments * size) return undefined;
  const record = Buffer.allocUnsafeSlow(size);
  return {
    segments,
    read(segment, scales) {
      if (segment >= segments || scales.length !== SCALES_BYTES) return undefined;
      const read = readSync(handle, record, 0, size, HEADER_BYTES + segment * size);
      if (read !== size || record.compare(scales, 0, SCALES_BYTES, 0, SCALES_BYTES) !== 0) return undefined;
      return record.subarray(SCALES_BYTES);
    },
    close: () => closeSync(handle),
  };
}
