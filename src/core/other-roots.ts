import type { Engine } from './engine.ts';
import { errorMessage } from './errors.ts';
import type { ContextItem } from './item.ts';
import type { SourceReader } from './ports.ts';
import type { Hit } from './query.ts';

/** Another project searched together with this one. Its files are read by its own rules. */
export interface OtherRoot {
  /** Its path relative to this project's root, `../web`: the prefix of its paths in an answer. */
  readonly name: string;
  readonly open: () => Promise<Engine>;
}

/** Runs the same work in every other root. One that fails becomes a warning, and the rest still answer. */
export async function inOtherRoots<T>(
  { others = [] }: Engine,
  job: (other: Engine, name: string) => Promise<T>,
): Promise<{ readonly results: readonly T[]; readonly warnings: readonly string[] }> {
  const results: T[] = [];
  const warnings: string[] = [];
  const done = await Promise.allSettled(others.map(async ({ name, open }) => job(await open(), name)));
  for (const [place, outcome] of done.entries()) {
    if (outcome.status === 'fulfilled') results.push(outcome.value);
    else warnings.push(`${others[place]?.name} was left out: ${errorMessage(outcome.reason)}`);
  }
  return { results, warnings };
}

/** A hit of another root, with its name before the id and path. */
export function prefixHit(name: string, hit: Hit): Hit {
  return { ...hit, id: `${name} ${hit.id}`, path: `${name}/${hit.path}` };
}

/** An item of another root, with its name before the id and path. */
export function prefixItem(name: string, item: ContextItem): ContextItem {
  const { location } = item;
  return {
    ...item,
    id: `${name} ${item.id}`,
    ...(location !== undefined && { location: { ...location, path: `${name}/${location.path}` } }),
  };
}

/** The same engine, with a reader that sends paths of other roots to their own readers. */
export function readingOtherRoots(engine: Engine): Engine {
  const { others = [], name } = engine;
  if (others.length === 0 && name === undefined) return engine;
  const readerOf = async (path: string): Promise<{ reader: SourceReader; own: string; prefix: string }> => {
    const other = others.find(({ name }) => path.startsWith(`${name}/`));
    if (other === undefined) {
      const prefix = name !== undefined && path.startsWith(`${name}/`) ? `${name}/` : '';
      return { reader: await engine.reader(), own: path.slice(prefix.length), prefix };
    }
    const prefix = `${other.name}/`;
    return { reader: await (await other.open()).reader(), own: path.slice(prefix.length), prefix };
  };
  const reader: SourceReader = {
    async read(path) {
      const { reader: own, own: ownPath, prefix } = await readerOf(path);
      const file = await own.read(ownPath);
      return typeof file === 'string' ? file : { ...file, path: `${prefix}${file.path}` };
    },
    async stat(path) {
      const { reader: own, own: ownPath } = await readerOf(path);
      return own.stat(ownPath);
    },
  };
  return { ...engine, reader: async () => reader };
}
