import type { ProjectTopic } from '../../core/query.ts';
import type { ChunkInfo, FileRole } from '../../core/store.ts';
import { accepts } from '../chunks-of-units.ts';
import { answersTopic } from '../project-questions.ts';
import type { Signal, StrategyInput } from './strategy.ts';

/** Files and parts of files beyond these say it again. */
const FILES = 12;
const PARTS = 16;

/** For a question about the whole project, the parts of its documents and manifests that answer it. */
export async function aboutProject({ index, query, filter }: StrategyInput): Promise<readonly Signal[]> {
  if (query.about === undefined) return [];
  const { topic, named } = query.about;
  const files = (await index.files())
    .filter(({ role }) => !OF_PARTS.has(role))
    .map(({ path }) => ({ path, strength: answersTopic(topic, path) }))
    .filter(({ strength }) => strength > 0)
    .sort((a, b) => b.strength - a.strength || (a.path < b.path ? -1 : 1))
    .slice(0, FILES);
  const chunks = await index.chunksOfFiles(files.map(({ path }) => path));
  if (named !== undefined && !isTitle(named, chunks)) return [];
  const texts = new Map((await index.chunks(chunks.map(({ id }) => id))).map(({ id, text }) => [id, text]));
  const textOf = ({ id }: ChunkInfo) => texts.get(id) ?? '';
  return files
    .flatMap(({ path, strength }) =>
      sharesOfParts(
        topic,
        chunks.filter((chunk) => chunk.path === path),
        textOf,
      ).map(
        ({ chunk, share }): Signal => ({
          kind: 'about-project',
          chunk,
          strength: strength * share,
          detail: topic.name,
        }),
      ),
    )
    .filter(({ chunk }) => accepts(filter, chunk))
    .toSorted((a, b) => b.strength - a.strength)
    .slice(0, PARTS);
}

/** A README among a test's data is about that. */
const OF_PARTS: ReadonlySet<FileRole> = new Set(['test', 'example', 'generated']);

/** "What is hono" is about the project where its documents have that title. */
function isTitle(name: string, chunks: readonly ChunkInfo[]): boolean {
  return chunks.some(({ qualifiedName }) =>
    qualifiedName
      .toLowerCase()
      .split(/[^\p{L}\p{N}_-]+/u)
      .includes(name),
  );
}

/** A part whose heading says the topic, and one whose text alone does. */
const IN_HEADING = 1;
const IN_TEXT = 0.75;
/** What each part further down counts: of equal ones the first is the one to read. */
const LATER = 0.98;
/** What each further part counts where the beginning of a file answers. */
const FURTHER = 0.9;

/** The parts of a file that say the topic; if none does, or the topic is the whole, its beginning. */
function sharesOfParts(
  { part }: ProjectTopic,
  chunks: readonly ChunkInfo[],
  textOf: (chunk: ChunkInfo) => string,
): readonly { readonly chunk: ChunkInfo; readonly share: number }[] {
  const inOrder = chunks.toSorted((a, b) => a.startLine - b.startLine);
  const telling =
    part === undefined
      ? []
      : inOrder.flatMap((chunk, place) => {
          if (part.test(chunk.qualifiedName)) return [{ chunk, share: IN_HEADING * LATER ** place }];
          return part.test(textOf(chunk)) ? [{ chunk, share: IN_TEXT * LATER ** place }] : [];
        });
  if (telling.length > 0) return telling;
  const least = part === undefined ? 1 : IN_TEXT / 2;
  return inOrder.map((chunk, place) => ({ chunk, share: least * FURTHER ** place }));
}
