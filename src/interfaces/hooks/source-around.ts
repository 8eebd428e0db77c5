import { isAbsolute, relative } from 'node:path';
import type { Engine } from '../../core/engine.ts';
import type { Failure } from '../../knowledge/failures/failure.ts';

const BEFORE = 8;
const AFTER = 4;

/** The lines a failure points at, when they are the project's own. */
export async function sourceAround(
  engine: Engine,
  { path, line }: Failure,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  if (path === undefined || line === undefined) return undefined;
  const below = isAbsolute(path) ? relative(engine.root, path) : path.replace(/^\.\//, '');
  const file = await (await engine.reader()).read(below.replaceAll('\\', '/'));
  if (typeof file === 'string') return undefined;
  const start = Math.max(1, line - BEFORE);
  const end = Math.min(file.lines.length, line + AFTER);
  if (start > end) return undefined;
  const text = file.lines.slice(start - 1, end).join('\n');
  return { path: file.path, text: `${file.path}:${start}-${end}\n${text}` };
}
