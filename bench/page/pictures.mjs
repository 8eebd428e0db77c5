// Takes the pictures of docs/page.md: `npm run build && node bench/page/pictures.mjs [folder]`.
import { mkdirSync } from 'node:fs';
import { openBench } from './open.mjs';

const folder = process.argv[2] ?? 'docs/images';
const question = encodeURIComponent('where is the token budget enforced');
const VIEWS = [
  ['start', 'ask', '.start li'],
  ['ask', `ask/${question}`, '.item'],
  ['compare', `compare/${encodeURIComponent('how are duplicates found')}`, '.stretch-tag'],
  ['live', 'live', '.feed .item'],
  ['memories', 'knowledge/memories', '.statement'],
  ['experiences', 'knowledge/experiences', '.timeline .item'],
  ['themes', 'knowledge/values', 'circle'],
  ['premortem', 'knowledge/premortem', 'form'],
  ['project', 'project', '.treemap .block'],
  ['health', 'health', '.chart svg'],
];
const CAUSES = [
  ['tests share a temporary folder', 'The test that ends first removes the files of the other'],
  ['the cache is stale after a migration', 'Entries in the old form were read as if they were new'],
  ['the proxy strips the cookie header', 'Each request behind the proxy starts a new session'],
];

const bench = await openBench();
await fill();
mkdirSync(folder, { recursive: true });
for (const scheme of ['light', 'dark']) {
  for (const width of [360, 1440]) {
    const page = await bench.browser.newPage({ colorScheme: scheme, viewport: { width, height: 900 } });
    for (const [name, path, shows] of VIEWS) {
      await page.goto('about:blank');
      await page.goto(`${bench.url}/#/${path}`);
      await page.locator(shows).first().waitFor();
      if (name === 'premortem') {
        await page.getByRole('button', { name: 'Brief me' }).click();
        await page.locator('.briefing').waitFor();
      }
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `${folder}/${name}-${scheme}-${width}.jpg`, quality: 55 });
    }
    await page.close();
  }
}
await bench.close();

/** Something to see in every view. */
async function fill() {
  const { send } = bench;
  for (let number = 0; number < 24; number++) {
    const [cause, surprise] = CAUSES[number % CAUSES.length];
    const session = `run-${number}`;
    const { id } = await send('/experiences', {
      domain: 'debugging',
      strategy: 'check-assumptions',
      goal: `Repair run ${number}: ${cause}`,
      hypothesis: 'The code under test is wrong',
      action: `Look at run ${number}`,
      prediction: 'It passes',
      session,
    });
    await send('/experiences/resolve', {
      id,
      outcome: 'falsified',
      result: `Run ${number} failed: ${cause}`,
      surprise: `${surprise} (run ${number})`,
      rootCause: 'wrong-assumption',
    });
  }
  await send('/values/cluster', {});
  for (const content of [
    'Invoices are never deleted',
    'The database listens on port 5432',
    'fitToBudget counts the finished text again before it is returned',
    'Releases happen on Tuesdays, after the nightly run',
  ])
    await send('/memories', { content, category: 'decision' });
  for (const [session, query] of [
    ['claude', 'where is the retry logic'],
    ['claude', 'how are duplicates found'],
    ['cursor', 'where is the token budget enforced'],
  ])
    await send('/context/query', { query, session, maxTokens: 2000 });
}
