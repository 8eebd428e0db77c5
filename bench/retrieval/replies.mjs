// Checks the accounting of replies (npm run build first):
//   node bench/retrieval/replies.mjs --bench FOLDER --stores FOLDER [--set ask] [--embedder static] [--mirror FOLDER]
// Every hit must be among the items or the excluded; limits per file and per item must leave the budget full
// wherever something is left that fits.
import { parseArgs } from 'node:util';
import { queryContext } from '../../dist/context/query-context.js';
import { assembleOptionsSchema } from '../../dist/core/context.js';
import { searchOptionsSchema } from '../../dist/core/query.js';
import { searchProject } from '../../dist/search/search-project.js';
import { openIndexed, readRows } from './answer-rows.mjs';

const { values } = parseArgs({
  options: {
    bench: { type: 'string' },
    stores: { type: 'string' },
    set: { type: 'string', default: 'ask' },
    embedder: { type: 'string', default: 'static' },
    mirror: { type: 'string' },
  },
});
const QUESTIONS = 200;
const BUDGET = 4000;
const FULL = 0.9;
const LIMITS = {
  none: {},
  'one item per file': { maxItemsPerFile: 1, fill: true },
  'a tenth of the budget per item': { maxItemShare: 0.1, fill: true },
};

const rows = readRows(values.bench, values.set).slice(0, QUESTIONS);
const counts = new Map(
  Object.keys(LIMITS).map((name) => [name, { replies: 0, missing: 0, likely: 0, full: 0, room: 0 }]),
);
let engine;
let folder = '';
for (const row of rows) {
  const place = `${row.dir}/${row.root ?? ''}`;
  if (place !== folder) {
    await engine?.close();
    engine = await openIndexed(row, values);
    folder = place;
  }
  const search = searchOptionsSchema.parse({ limit: 200 });
  const { hits, certainty } = await searchProject(engine, row.query, search, { now: 0 });
  for (const [name, { fill, ...limits }] of Object.entries(LIMITS)) {
    const options = {
      ...search,
      ...assembleOptionsSchema.parse({ maxTokens: BUDGET, ...limits }),
      fill,
      map: undefined,
    };
    const { items, excluded, tokenCount } = await queryContext(engine, row.query, options, { now: 0 });
    const told = new Set([...items, ...excluded].map(({ id }) => id));
    const count = counts.get(name);
    count.replies++;
    count.missing += hits.filter(({ id }) => !told.has(id)).length;
    if (certainty !== 'likely') continue;
    count.likely++;
    if (tokenCount >= FULL * BUDGET) count.full++;
    else if (
      excluded.some(
        ({ reason, tokens = 0 }) => reason === 'budget' && tokens > 0 && tokens <= BUDGET - tokenCount,
      )
    ) {
      count.room++;
    }
  }
}
await engine?.close();
for (const [name, count] of counts) {
  console.log(
    `${name}: ${count.replies} replies, ${count.missing} hits neither printed nor excluded; of ${count.likely} likely answers ` +
      `${count.full} use ${FULL * 100} % of ${BUDGET} tokens, ${count.room} use less though something excluded fits`,
  );
}
