// Writes experiences with planted themes, clusters them through the engine and says how well the themes
// are found again, whether ids stay when a tenth is added, and how long it takes. `npm run build` first:
//   node bench/knowledge/clusters.mjs <folder for vectors> [sizes, default 60 600 6000]
// The vectors and plants it leaves are read by cluster_reference.py, which runs scikit-learn on them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importKnowledge } from '../../dist/knowledge/transfer.js';
import { experienceSpace } from '../../dist/knowledge/values/experience-space.js';
import { clusterValues } from '../../dist/knowledge/values/values.js';
import { openEngine } from '../../dist/open-engine.js';
import { mixedNumbers } from '../random-numbers.mjs';
import { adjustedRandIndex } from './adjusted-rand-index.mjs';

const next = mixedNumbers(7);
const pick = (list) => list[Math.floor(next() * list.length)];

/** Each theme: what it is about, what is seen, what was behind it, what helps. Written by hand. */
const THEMES = [
  [
    'cache invalidation',
    [
      'the page shows yesterday’s price',
      'old avatars stay after an upload',
      'a deleted product is still listed',
    ],
    [
      'the cache key lacks the tenant',
      'nobody purges the entry after a write',
      'two layers cache with different lifetimes',
    ],
    ['Purge the cache entry in the same transaction as the write', 'Put the tenant into every cache key'],
  ],
  [
    'test isolation',
    [
      'the suite passes alone and fails together',
      'order of tests decides the result',
      'a fixture is gone halfway',
    ],
    ['two tests share a temporary folder', 'a global mock is never restored', 'tests write to one database'],
    ['Give every test its own folder and database', 'Restore global mocks after each test'],
  ],
  [
    'time zones',
    ['the report is a day off', 'the reminder rings an hour late', 'a date of birth moves by one'],
    ['the container runs in UTC', 'dates are parsed without an offset', 'daylight saving starts that week'],
    ['Store instants in UTC and format at the edge', 'Pin the zone in tests of dates'],
  ],
  [
    'database migration',
    ['startup fails after the rollout', 'the new column is missing on replicas', 'a lock stops all writers'],
    [
      'the migration adds a default to a large table',
      'replicas lag behind the schema',
      'two versions run side by side',
    ],
    ['Add columns without default and backfill in batches', 'Make migrations safe for the previous version'],
  ],
  [
    'connection pool',
    ['requests hang under load', 'timeouts begin after an hour', 'the database refuses new clients'],
    [
      'connections are not returned after an error',
      'the pool is larger than the server allows',
      'a transaction stays open across a call',
    ],
    ['Return connections in a finally block', 'Keep the pool below the server limit'],
  ],
  [
    'authentication cookie',
    [
      'users are logged out at random',
      'login works only without the proxy',
      'the session is lost on the second domain',
    ],
    ['the proxy strips Set-Cookie', 'SameSite blocks the redirect', 'the signing key rotates at midnight'],
    ['Inspect response headers behind the proxy', 'Keep the previous signing key for a day'],
  ],
  [
    'race condition',
    ['a counter is sometimes too low', 'two invoices get one number', 'the job runs twice'],
    [
      'read and write are two statements',
      'the lock expires before the work ends',
      'the queue delivers at least once',
    ],
    ['Use one atomic statement', 'Make the job idempotent with a key'],
  ],
  [
    'memory leak',
    ['the worker is killed every night', 'heap grows with each request', 'latency rises until a restart'],
    ['listeners are added and never removed', 'a map keeps every session', 'buffers are held by a closure'],
    ['Remove listeners when the connection closes', 'Bound every in-memory map'],
  ],
  [
    'dependency upgrade',
    [
      'the build breaks without a change',
      'types no longer match',
      'a function disappeared in the minor release',
    ],
    ['the lock file was not committed', 'a transitive package moved to ESM', 'peer versions conflict'],
    ['Commit the lock file and pin exact versions', 'Read the changelog before raising a major'],
  ],
  [
    'character encoding',
    ['umlauts become question marks', 'the import stops at an emoji', 'signatures differ for the same name'],
    ['the file is Latin-1', 'the column holds three bytes', 'normal forms differ'],
    ['Decode explicitly and normalise before comparing', 'Use four byte columns for text'],
  ],
  [
    'pagination',
    ['items appear twice in the list', 'the last page is empty', 'scrolling skips some rows'],
    ['offset pages shift while rows are inserted', 'the order has ties', 'the count is cached'],
    ['Page by a unique sort key instead of offset', 'Break ties in every ordering'],
  ],
  [
    'retry storm',
    ['one slow service takes down the others', 'traffic triples after an outage', 'the queue never drains'],
    ['clients retry at once without jitter', 'retries multiply through layers', 'there is no deadline'],
    ['Back off with jitter and a budget of retries', 'Pass deadlines down the call chain'],
  ],
  [
    'floating point money',
    ['totals differ by a cent', 'the tax report does not add up', 'refunds are rejected'],
    ['prices are floats', 'rounding happens per line and per total', 'currencies have other digits'],
    ['Keep money in integer minor units', 'Round once, at the end'],
  ],
  [
    'file watcher',
    ['changes are not picked up', 'the watcher loops for ever', 'saving triggers two builds'],
    [
      'the editor replaces the file',
      'the output lies in the watched folder',
      'the limit of watches is reached',
    ],
    ['Watch folders and ignore the output', 'Debounce events of one save'],
  ],
  [
    'regular expression',
    ['the validator hangs on long input', 'valid addresses are refused', 'the parser eats the closing tag'],
    ['nested quantifiers backtrack', 'the pattern is greedy', 'the flag for unicode is missing'],
    ['Avoid nested quantifiers on user input', 'Write a parser where nesting is allowed'],
  ],
  [
    'feature flag',
    ['the old screen comes back', 'half of the users see both variants', 'the kill switch has no effect'],
    ['the default differs per service', 'the flag is read once at start', 'the cache of flags never expires'],
    ['Read flags per request with one default', 'Remove a flag when the rollout ends'],
  ],
  [
    'container build',
    ['the image is two gigabytes', 'the build misses a file', 'CI installs everything again'],
    ['the ignore file hides the folder', 'layers are ordered badly', 'the cache key includes the commit'],
    ['Copy the lock file before the sources', 'Use a second stage for the runtime'],
  ],
  [
    'websocket',
    ['messages stop after a minute', 'clients reconnect all at once', 'events arrive in the wrong order'],
    ['the balancer closes idle connections', 'there is no heartbeat', 'two nodes publish without a sequence'],
    ['Send a heartbeat below the idle limit', 'Number events and reorder at the client'],
  ],
  [
    'search index',
    ['new articles are not found', 'results differ between nodes', 'a typo finds nothing'],
    [
      'the refresh interval is a minute',
      'the analyser changed without reindexing',
      'only exact terms are indexed',
    ],
    ['Reindex when the analyser changes', 'Wait for a refresh in tests of search'],
  ],
  [
    'mobile offline',
    ['edits vanish after a flight', 'the app shows an endless spinner', 'conflicts overwrite the newer text'],
    ['writes are kept in memory only', 'the request has no timeout', 'the last writer always wins'],
    ['Persist edits before sending them', 'Merge by field instead of by record'],
  ],
  [
    'email delivery',
    ['mails land in spam', 'the welcome mail is sent twice', 'bounces are not noticed'],
    [
      'the sender domain is not signed',
      'the job is retried after a timeout',
      'the webhook of the provider fails',
    ],
    ['Sign the domain and watch the reputation', 'Give every mail an idempotency key'],
  ],
  [
    'image processing',
    ['thumbnails are rotated', 'the server dies on one photo', 'colours look washed out'],
    [
      'the orientation tag is ignored',
      'the decoder allocates before it checks the size',
      'the colour profile is dropped',
    ],
    ['Check dimensions before decoding', 'Apply the orientation and keep the profile'],
  ],
  [
    'permission check',
    ['a guest sees drafts', 'admins get 403 after the refactoring', 'links leak to other teams'],
    [
      'the check is in the page and not in the query',
      'roles are compared as strings',
      'the cache ignores the user',
    ],
    ['Filter by owner in the query itself', 'Deny by default and test the denial'],
  ],
  [
    'logging',
    ['the disk is full at night', 'the trace ends at the gateway', 'a password is in the log'],
    ['debug level is on in production', 'the correlation id is not passed on', 'whole requests are logged'],
    ['Pass the correlation id through every call', 'Redact fields before they are logged'],
  ],
];
const OPENINGS = [
  'Find out why',
  'Repair that',
  'Stop it that',
  'Understand why',
  'Make sure that it no longer happens that',
];
const DOUBTS = [
  'I think the cause is that',
  'Probably',
  'My guess:',
  'The likely reason is that',
  'I believe that',
];
const ACTIONS = [
  'add logging around',
  'write a failing test for',
  'bisect the history of',
  'read the code of',
  'reproduce locally',
];
const DOMAINS = ['debugging', 'testing', 'integration', 'performance', 'configuration'];
const STRATEGIES = [
  'read-the-error',
  'trial-and-error',
  'check-assumptions',
  'research-first',
  'divide-and-conquer',
];
const NOISE_SHARE = 0.1;

function experience(index, themes) {
  const noise = next() < NOISE_SHARE;
  const theme = index % themes;
  // An entry without a theme takes each of its parts from another one.
  const from = () => THEMES[noise ? Math.floor(next() * THEMES.length) : theme];
  const [about] = from();
  const [seen, cause, lesson] = [pick(from()[1]), pick(from()[2]), pick(from()[3])];
  const body = {
    domain: pick(DOMAINS),
    strategy: pick(STRATEGIES),
    goal: `${pick(OPENINGS)} ${seen} (${about})`,
    hypothesis: `${pick(DOUBTS)} ${pick(from()[2])}`,
    action: `I ${pick(ACTIONS)} the ${about} in build ${100 + index}`,
    prediction: `After that ${seen.replace(/^the /, 'no ')} goes away`,
    session: `s${index}`,
    files: [],
    status: 'resolved',
    startedAt: index,
    resolvedAt: index + 1,
    outcome: 'falsified',
    result: `It did not help: ${seen}`,
    surprise: `In the end ${cause}`,
    rootCause: pick(['wrong-assumption', 'oversight', 'misleading-symptom']),
    rootCauseDetail: cause,
    lesson: { whatWorked: lesson },
    captured: next() < 0.3,
    tier: pick(['gold', 'silver', 'silver', 'bronze']),
    iteration: 1,
    history: [],
    notes: [],
    adoptedFrom: [],
  };
  return {
    plant: noise ? -1 : theme,
    line: JSON.stringify({
      kind: 'experience',
      id: `e${String(index).padStart(6, '0')}`,
      updatedAt: index,
      body,
    }),
  };
}

function labelsOf(ids, values) {
  const label = new Map(values.flatMap(({ body: value }, index) => value.members.map((id) => [id, index])));
  return ids.map((id) => label.get(id) ?? -1);
}

async function measure(size, folder) {
  const root = mkdtempSync(join(tmpdir(), 'dossier-clusters-'));
  const engine = openEngine({ root, settings: { store: join(root, 'store.db') } });
  const themes = size < 200 ? 6 : THEMES.length;
  const entries = Array.from({ length: Math.round(size * 1.1) }, (_, index) => experience(index, themes));
  const plants = new Map(entries.map(({ plant, line }) => [JSON.parse(line).id, plant]));
  const put = (from, to) =>
    importKnowledge(
      engine,
      entries
        .slice(from, to)
        .map(({ line }) => line)
        .join('\n'),
    );
  const { warnings } = await put(0, size);
  const started = performance.now();
  const busy = process.cpuUsage();
  const before = await clusterValues(engine, { axis: 'full', now: 1 });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(busy);
  const space = await experienceSpace(engine, 'full');
  const ids = space.members.map(({ id }) => id);
  const planted = ids.map((id) => plants.get(id));
  const found = labelsOf(ids, before.values);
  const themed = planted.map((_, index) => index).filter((index) => planted[index] >= 0);
  const ari = adjustedRandIndex(found, planted);
  const placed = themed.filter((index) => found[index] >= 0).length / themed.length;
  writeFileSync(
    join(folder, `vectors-${size}.json`),
    JSON.stringify({
      plants: planted,
      vectors: space.members.map(({ vector }) => [...vector].map((value) => Math.round(value * 1e5) / 1e5)),
    }),
  );
  await put(size, entries.length);
  const after = await clusterValues(engine, { axis: 'full', now: 2 });
  const kept = before.values.filter(({ id }) => after.values.some((value) => value.id === id)).length;
  console.log(
    `${size} experiences, ${themes} themes, model ${space.model}: ${before.values.length} values, ARI ${ari.toFixed(3)}, ` +
      `${(100 * placed).toFixed(1)} % of themed entries placed, ${seconds.toFixed(2)} s (processor ${((user + system) / 1e6).toFixed(2)} s); ` +
      `after +10 %: ${after.values.length} values, ${kept} of ${before.values.length} ids kept`,
  );
  for (const warning of new Set(warnings)) console.log(`  warning: ${warning}`);
  await engine.close();
  rmSync(root, { recursive: true });
}

const [folder, ...sizes] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const size of sizes.length > 0 ? sizes.map(Number) : [60, 600, 6000]) await measure(size, folder);
