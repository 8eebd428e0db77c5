import { randomInt, randomUUID } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { errorCode } from '../../../core/errors.ts';
import type { Database } from './database.ts';

/** What a store is, judged by its seal; `unsealed` when nothing was noted about what it holds now. */
export type SealState = 'intact' | 'broken' | 'unsealed';

/**
 * SQLite has no checksums of its own: it takes overwritten rows for real ones. So whoever wrote notes a
 * checksum of the closed file beside it, with a random stamp that the file holds too. A file with another
 * stamp, such as a backup put back, is a different state; the same stamp with other bytes is damage.
 */
const sealSchema = z.object({
  stamp: z.number(),
  checksum: z.number(),
  size: z.number(),
  modifiedAt: z.string(),
});
type Seal = z.infer<typeof sealSchema>;

export const SEAL_SUFFIX = '-seal';
/** A gigabyte takes about a second; beyond it, the structure of the file is checked alone. */
const LARGEST_SEALED = 1_000_000_000;
const PIECE = 4 << 20;

/** Notes what the file holds. The log must have been moved into it; a stamp of this moment goes with it. */
export function writeSeal(database: Database, stamp: number): void {
  const seal = database.read(() => (stampOf(database) === stamp ? sealOf(database.path, stamp) : undefined));
  if (seal !== undefined) keepSeal(database.path, seal);
}

export function newStamp(database: Database): number {
  const stamp = randomInt(2 ** 47);
  database.run(
    `INSERT INTO counters (scope, name, next) VALUES (0, 'seal', ?1) ON CONFLICT DO UPDATE SET next = ?1`,
    stamp,
  );
  return stamp;
}

/** The file was last changed by whoever sealed it; one look at its date, for every opening. */
export function looksUntouched(path: string): boolean {
  const seal = readSeal(path);
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return seal !== undefined && seal.size === Number(size) && seal.modifiedAt === String(mtimeNs);
}

/** Reads the whole file, about a second for a gigabyte. Nobody can change it meanwhile: a reader of an empty log stops them. */
export function judgeBySeal(database: Database): SealState {
  const known = readSeal(database.path);
  if (known === undefined) return 'unsealed';
  return database.read(() => {
    if (stampOf(database) !== known.stamp) return 'unsealed';
    const now = sealOf(database.path, known.stamp);
    if (now === undefined) return 'unsealed';
    if (now.checksum !== known.checksum || now.size !== known.size) return 'broken';
    if (now.modifiedAt !== known.modifiedAt) keepSeal(database.path, now);
    return 'intact';
  });
}

function stampOf(database: Database): number | undefined {
  return database.get<{ next: number }>(`SELECT next FROM counters WHERE scope = 0 AND name = 'seal'`)?.next;
}

function sealOf(path: string, stamp: number): Seal | undefined {
  if (hasLog(path)) return undefined;
  const { size, mtimeNs } = statSync(path, { bigint: true });
  if (Number(size) > LARGEST_SEALED) return undefined;
  return { stamp, checksum: checksumOf(path), size: Number(size), modifiedAt: String(mtimeNs) };
}

/** Transactions that are not in the file itself yet. */
export function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function checksumOf(path: string): number {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    let checksum = 0;
    for (;;) {
      const length = readSync(file, piece, 0, PIECE, null);
      if (length === 0) return checksum;
      checksum = crc32(piece.subarray(0, length), checksum);
    }
  } finally {
    closeSync(file);
  }
}

function readSeal(path: string): Seal | undefined {
  const place = path + SEAL_SUFFIX;
  // A pipe of this name would never end.
  if (lstatSync(place, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  try {
    return sealSchema.parse(JSON.parse(readFileSync(place, 'utf8')));
  } catch (error) {
    const unreadable =
      error instanceof SyntaxError || error instanceof z.ZodError || errorCode(error) !== undefined;
    if (unreadable) return undefined;
    throw error;
  }
}

/** By renaming: a link of this name is replaced, not followed. */
function keepSeal(path: string, seal: Seal): void {
  const draft = `${path}${SEAL_SUFFIX}-${randomUUID()}`;
  try {
    writeFileSync(draft, JSON.stringify(seal), { mode: 0o600, flag: 'wx' });
    renameSync(draft, path + SEAL_SUFFIX);
  } catch (error) {
    // Without a seal the next opening checks the structure instead; a full or read-only disk is no reason to fail.
    if (errorCode(error) === undefined) throw error;
    rmSync(draft, { force: true });
  }
}
