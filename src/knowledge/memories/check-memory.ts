import type { Engine } from '../../core/engine.ts';
import type { UnitRow } from '../../core/store.ts';
import { checkMentions, mentionKey, mentionNotes, namedCode } from './code-mentions.ts';
import type { CodeMention, Memory } from './memory.ts';

/** The code a text names, as currently indexed. Names the project does not define are dropped. */
export async function findMentions(engine: Engine, text: string): Promise<CodeMention[]> {
  const { names, paths } = namedCode(text);
  if (names.length + paths.length === 0) return [];
  const index = (await engine.store()).index(engine.scope);
  const units = names.length === 0 ? [] : await index.unitsNamed(names, { limit: MAX_UNITS });
  const files = (await Promise.all(paths.map((path) => index.filesEndingWith(path)))).flat();
  const wanted = new Set(names);
  const distinct = new Map<string, UnitRow[]>();
  for (const unit of units) {
    if (wanted.has(unit.name)) distinct.set(unit.name, [...(distinct.get(unit.name) ?? []), unit]);
  }
  return [
    // A name with many definitions does not say which one was meant.
    ...[...distinct.values()]
      .filter((same) => same.length <= MAX_DEFINITIONS)
      .flat()
      .map(({ name, path, contentHash }) => ({ name, path, contentHash })),
    ...files.slice(0, MAX_UNITS).map(({ path, contentHash }) => ({ name: path, path, contentHash })),
  ];
}

const MAX_UNITS = 20;
const MAX_DEFINITIONS = 3;

/** Notes for a memory whose code has changed. */
export async function notesOn(engine: Engine, memory: Memory): Promise<string[]> {
  if (memory.code.length === 0) return [];
  const index = (await engine.store()).index(engine.scope);
  const present = new Map<string, string>();
  const paths = [...new Set(memory.code.map((mention) => mention.path))];
  await Promise.all(
    paths.map(async (path) => {
      const [files, units] = await Promise.all([index.filesEndingWith(path), index.unitsOfFile(path)]);
      for (const file of files)
        present.set(mentionKey({ name: file.path, path: file.path }), file.contentHash);
      for (const unit of units) present.set(mentionKey(unit), unit.contentHash);
    }),
  );
  const checked = checkMentions(memory.code, present);
  // Until the first run of the index has ended, as in a new worktree, what is missing may only not have been read yet.
  const isGone = ({ state }: (typeof checked)[number]) => state === 'gone';
  const isKnown = !checked.some(isGone) || (await index.getMeta('indexedAt')) !== undefined;
  return mentionNotes(isKnown ? checked : checked.filter((each) => !isGone(each)), memory.commit);
}

/** Head of the indexed history: what "now" means for a memory. */
export async function headCommit(engine: Engine): Promise<string | undefined> {
  return (await (await engine.store()).index(engine.scope).state()).headSha;
}
