import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../core/errors.ts';
import { removeFromJson, removeFromToml, removeParagraph, removePlugin } from './merge-file.ts';
import type { FileChange } from './plan-init.ts';

/** What undo needs: the bytes before and after, and the folders created. */
const recordSchema = z.object({
  root: z.string(),
  runs: z.array(
    z.array(
      z.object({
        path: z.string(),
        before: z.base64().optional(),
        after: z.base64(),
        madeFolders: z.array(z.string()),
      }),
    ),
  ),
});
type InitRecord = z.output<typeof recordSchema>;

/** Writes the planned files, after recording in `recordPath` how to undo it. */
export function applyInit(root: string, changes: readonly FileChange[], recordPath: string): void {
  const record = readRecord(root, recordPath);
  record.runs.push(
    changes.map(({ path, before, after }) => ({
      path,
      ...(before === undefined ? {} : { before: base64(before) }),
      after: base64(after),
      madeFolders: missingFolders(root, dirname(path)),
    })),
  );
  mkdirSync(dirname(recordPath), { recursive: true });
  writeFileSync(recordPath, JSON.stringify(record));
  for (const { path, after } of changes) {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, after);
  }
}

/**
 * Restores every file byte for byte. A file edited since keeps the edits and loses only our entries. Returns a
 * sentence per file.
 */
export function undoInit(root: string, recordPath: string): readonly string[] {
  const said: string[] = [];
  for (const run of readRecord(root, recordPath).runs.toReversed()) {
    for (const { path, before, after, madeFolders } of run.toReversed()) {
      const full = join(root, path);
      if (!existsSync(full)) {
        said.push(`${path}: already gone`);
        continue;
      }
      const now = readFileSync(full, 'utf8');
      if (base64(now) !== after) {
        writeFileSync(full, withoutOurs(path, now));
        said.push(`${path}: edited since; only Dossier's entries were taken out`);
      } else if (before === undefined) {
        rmSync(full);
        said.push(`${path}: removed`);
      } else {
        writeFileSync(full, Buffer.from(before, 'base64'));
        said.push(`${path}: restored`);
      }
      for (const folder of madeFolders.toReversed()) removeIfEmpty(join(root, folder));
    }
  }
  rmSync(recordPath, { force: true });
  return said;
}

function withoutOurs(path: string, text: string): string {
  if (path.endsWith('.json')) return removeFromJson(text);
  if (path.endsWith('.js')) return removePlugin(text);
  return path.endsWith('.toml') ? removeFromToml(text, 'mcp_servers') : removeParagraph(text);
}

function readRecord(root: string, path: string): InitRecord {
  if (!existsSync(path)) return { root, runs: [] };
  return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function missingFolders(root: string, folder: string): string[] {
  if (folder === '.' || existsSync(join(root, folder))) return [];
  return [...missingFolders(root, dirname(folder)), folder];
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT') throw error;
  }
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
