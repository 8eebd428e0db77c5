import type { Engine } from '../../core/engine.ts';
import type { ContextItem } from '../../core/item.ts';
import type { Commit } from '../../core/ports.ts';
import { SEARCH_DEFAULTS } from '../../core/query.ts';
import { hashText } from '../../core/text/hash.ts';
import { searchProject } from '../../search/search-project.ts';
import type { SourceAnswer, SourceQuery } from '../knowledge-sources.ts';
import { namedCode } from '../memories/code-mentions.ts';
import { type EvidenceLine, historyEvidence } from './history-evidence.ts';

/** Commits read per question: the newest that touched the files. */
const COMMITS = 200;
const COMPANIONS = 20;
const MAX_FILES = 10;
/** If a task names no file, the files it is most likely about. */
const LIKELY_FILES = 3;
const LOOKED_AT = { ...SEARCH_DEFAULTS, limit: 20 };

type HistoryQuery = Pick<SourceQuery, 'limit' | 'now' | 'signal'> & {
  readonly files: readonly string[];
  readonly task: string | undefined;
};

/** What the history says about the files, one cited line each. */
export async function fileHistoryItems(engine: Engine, query: HistoryQuery): Promise<SourceAnswer> {
  const index = (await engine.store()).index(engine.scope);
  const named = query.files.length > 0 ? query.files : namedCode(query.task ?? '').paths;
  const rows = await Promise.all(named.slice(0, MAX_FILES).map((path) => index.filesEndingWith(path)));
  const paths =
    named.length > 0 ? [...new Set(rows.flat().map(({ path }) => path))] : await likelyFiles(engine, query);
  if (paths.length === 0) return { items: [], warnings: unknownFiles(query.files) };
  const [commits, stats, companions] = await Promise.all([
    index.commits({ limit: COMMITS, paths }),
    index.fileStats(paths),
    Promise.all(
      paths.map(async (path) =>
        (await index.changedTogether(path, COMPANIONS)).map((other) => ({
          path,
          with: other.path,
          commits: other.commits,
        })),
      ),
    ),
  ]);
  const together = companions.flat();
  const [others, { commits: total }] = await Promise.all([
    index.fileStats([...new Set(together.map((pair) => pair.with))]),
    index.commitFrequencies([]),
  ]);
  const byPath = new Map(others.map((file) => [file.path, file.commitCount]));
  const lines = historyEvidence({ paths, commits, stats, together, all: { commits: total, byPath } });
  return { items: lines.slice(0, query.limit).map((line) => evidenceItem(line, commits)), warnings: [] };
}

async function likelyFiles(engine: Engine, { task, now, signal }: HistoryQuery): Promise<readonly string[]> {
  const index = (await engine.store()).index(engine.scope);
  if (task === undefined || (await index.size()).chunks === 0) return [];
  const { hits, certainty } = await searchProject(engine, task, LOOKED_AT, { now, signal });
  if (certainty !== 'likely') return [];
  return [...new Set(hits.map(({ path }) => path))].slice(0, LIKELY_FILES);
}

function unknownFiles(files: readonly string[]): string[] {
  return files.length === 0 ? [] : [`History says nothing of ${files.join(', ')}: not indexed.`];
}

/** Relevance of each kind of line relative to experiences. */
const KIND_RELEVANCE = { fix: 0.6, churn: 0.45, together: 0.5 } as const;

function evidenceItem(line: EvidenceLine, commits: readonly Commit[]): ContextItem {
  const proof = commits.filter(({ sha }) => line.shas.includes(sha));
  const shown = line.shas.map((sha) => sha.slice(0, 7)).join(', ');
  return {
    id: line.kind === 'fix' ? `commit:${line.shas[0]}` : `history:${hashText(`${line.kind} ${line.text}`)}`,
    source: 'commit',
    entityType: 'bug',
    name: line.text,
    content: shown === '' ? line.text : `${line.text} (${shown})`,
    relevance: KIND_RELEVANCE[line.kind] * (0.5 + line.weight / 2),
    reasons: [{ rule: `history ${line.kind}`, score: line.weight, detail: shown }],
    ...(proof[0] !== undefined && { createdAt: proof[0].time }),
    metadata: { source: 'commit', sha: line.shas[0] ?? '', files: [...(proof[0]?.files ?? [])] },
  };
}
