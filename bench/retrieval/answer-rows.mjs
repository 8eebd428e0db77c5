import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextOfHits } from '../../dist/context/query-context.js';
import { assembleOptionsSchema } from '../../dist/core/context.js';
import { searchOptionsSchema } from '../../dist/core/query.js';
import { SEARCH_STRATEGIES } from '../../dist/core/vocabulary.js';
import { indexProject } from '../../dist/indexing/index-project.js';
import { beginHistory } from '../../dist/indexing/read-history.js';
import { openEngine } from '../../dist/open-engine.js';
import { RANKING_RULES } from '../../dist/search/ranking-rules.js';
import { searchProject } from '../../dist/search/search-project.js';
import { mirrorHistory } from './mirror-history.mjs';

const WORDS_ALONE = SEARCH_STRATEGIES.filter((name) => name !== 'semantic');
const BUDGETS = [2000, 4000, 8000];
/** The search set is about code alone; its published results have no documents in the index. */
const CODE =
  'py pyi pyx ts tsx mts cts js jsx mjs cjs vue svelte go rs c h cc cpp cxx hpp hh ipp java kt kts rb php cs swift scala ex exs lua hs zig sh bash';

/** The questions of a set: the benchmark's, or our own beside this file. */
export function readRows(bench, set) {
  const given = join(bench, 'data', `${set}_dev.jsonl`);
  const own = new URL(`questions/${set}.jsonl`, import.meta.url);
  const text = readFileSync(existsSync(given) ? given : own, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Answers every row from the index of its checkout; indexes are made once and kept. */
export async function answerRows(rows, options) {
  const answers = [];
  for (const [, group] of Map.groupBy?.(rows, folderOf) ?? grouped(rows)) {
    const engine = await openIndexed(group[0], options);
    try {
      for (const row of group) answers.push(await answerRow(engine, row, options));
    } finally {
      await engine.close();
    }
  }
  return answers;
}

function folderOf(row) {
  return `${row.dir}/${row.root ?? ''}`;
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(folderOf(row)) ?? [];
    groups.set(folderOf(row), [...group, row]);
  }
  return groups;
}

/** The name of the index that answers a row. */
export function indexName(row) {
  return `${folderOf(row)}${row.targets === undefined ? '' : ' code'}`.replaceAll(/[^\w@+.-]+/g, '_');
}

/**
 * Opens the checkout of a row: a SQLite file of its own, or a project of the database where one is named.
 * An index that is there is kept as it is, unless it is to be refreshed.
 */
export async function openIndexed(row, { bench, stores, database, embedder, mirror, refresh = false }) {
  const name = indexName(row);
  const include = row.targets === undefined ? [] : CODE.split(' ').map((ending) => `*.${ending}`);
  const opened = openEngine({
    root: join(bench, 'repos', row.dir, row.root ?? ''),
    environment: {},
    settings: {
      store: database ?? join(stores, `${name}.${embedder}.sqlite`),
      project: name,
      'index.include': include,
      'index.commits': mirror === undefined ? 0 : COMMITS,
      'embedder.kind': embedder,
    },
  });
  const engine =
    mirror === undefined
      ? opened
      : { ...opened, history: async () => mirrorHistory(row, { mirror, folder: join(stores, 'history') }) };
  const index = (await engine.store()).index(engine.scope);
  const signal = new AbortController().signal;
  const { embeddingModel, chunks } = await index.state();
  const isMade = chunks > 0 && (embedder === 'none' || embeddingModel !== undefined);
  if (isMade && !(refresh && !fresh.has(name))) {
    const history = await beginHistory(
      engine,
      index,
      { now: Date.now(), signal, progress: () => undefined },
      [],
    );
    await history.store();
    history.stop();
    return engine;
  }
  await indexProject(engine, { now: Date.now(), signal, progress: () => undefined });
  fresh.add(name);
  return engine;
}

/** The default of the setting. */
const COMMITS = 5000;

/** Checkouts brought up to date in this process. */
const fresh = new Set();

export async function answerRow(engine, row, { rules, contexts, assemble = {}, meaning = true }) {
  const started = performance.now();
  const options = searchOptionsSchema.parse({
    limit: 300,
    ...(meaning ? {} : { strategies: WORDS_ALONE }),
  });
  const found = await searchProject(engine, row.query, options, {
    now: 0,
    rules: { ...RANKING_RULES, ...rules },
  });
  const ms = performance.now() - started;
  const inRepository = (path) => (row.root === undefined || row.root === null ? path : `${row.root}/${path}`);
  const printed = {};
  const maps = {};
  const spanOf = ({ path, startLine, endLine }) => ({
    file: inRepository(path),
    start: startLine,
    end: endLine,
  });
  for (const budget of contexts ? BUDGETS : []) {
    const context = await contextOfHits(engine, found, {
      ...assembleOptionsSchema.parse({ maxTokens: budget }),
      map: undefined,
      ...assemble,
    });
    printed[budget] = context.items.map(({ location, tokens }) => ({ ...spanOf(location), tokens }));
    maps[budget] = context.map.map(spanOf);
  }
  return {
    id: row.id,
    ms: Math.round(ms * 100) / 100,
    evidence: found.evidence,
    certainty: found.certainty,
    ranked: found.spread().map((hit) => ({
      file: inRepository(hit.path),
      start: hit.startLine,
      end: hit.endLine,
    })),
    ...(contexts ? { contexts: printed, maps } : {}),
  };
}
