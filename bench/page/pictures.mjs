// Takes the pictures of docs/page.md: `npm run build && node bench/page/pictures.mjs [folder]`.
import { mkdirSync } from 'node:fs';
import { fill } from './fill.mjs';
import { openBench } from './open.mjs';

const folder = process.argv[2] ?? 'docs/images';
const question = encodeURIComponent('where is the token budget enforced');
const VIEWS = [
  ['start', 'ask', '.start li'],
  ['ask', `ask/${question}`, '.anatomy .item'],
  ['compare', `compare/${encodeURIComponent('how are duplicates found')}`, '.stretch-tag'],
  ['live', 'live', '.feed .item'],
  ['inbox', 'knowledge/inbox', '.draft'],
  ['memories', 'knowledge/memories', '.statement'],
  ['experiences', 'knowledge/experiences', '.timeline .item'],
  ['themes', 'knowledge/values', 'circle'],
  ['premortem', 'knowledge/premortem', 'form'],
  ['project', 'project', '.treemap .block'],
  ['health', 'health', '.chart svg'],
];
const bench = await openBench();
await fill(bench.send);
mkdirSync(folder, { recursive: true });
for (const scheme of ['light', 'dark']) {
  for (const width of [360, 1440]) {
    const page = await bench.browser.newPage({ colorScheme: scheme, viewport: { width, height: 900 } });
    for (const [name, path, shows] of VIEWS) {
      await page.goto('about:blank');
      await page.goto(`${bench.url}/#/${path}`);
      await page.locator(shows).first().waitFor();
      if (name === 'premortem') {
        await page.getByLabel('About to').fill('repair a run that fails because of the cache');
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
