// A project of 20,000 files in the page: what the map shows, and the longest frame while scrolling.
//   npm run build && node bench/page/scale.mjs [files]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomNumbers } from '../random-numbers.mjs';
import { load, openBench, traced } from './open.mjs';

const FILES = Number(process.argv[2] ?? 20_000);
const root = mkdtempSync(join(tmpdir(), 'dossier-scale-'));
writeProject(root, FILES);
console.log(`${FILES} files written; ${load()}`);
const bench = await openBench(root);
console.log(`indexed; ${load()}`);

for (const width of [1440, 360]) {
  const page = await bench.browser.newPage({ viewport: { width, height: 900 } });
  await page.goto(`${bench.url}/#/project`);
  await page.locator('.treemap .block').first().waitFor();
  await page.locator('.file-list li').first().waitFor();
  console.log(`\n${width} px`);
  console.log('map:', JSON.stringify(await page.evaluate(readMap)));
  const view = await scrolled(page, async () => {
    for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 60);
  });
  await page.locator('.file-list').scrollIntoViewIfNeeded();
  await page.locator('.file-list').hover();
  const list = await scrolled(page, async () => {
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 2000);
  });
  console.log('scrolling the view:', view);
  console.log('scrolling the list:', list);
  console.log(load());
  await page.close();
}
await bench.close();
rmSync(root, { recursive: true, force: true });

/** Largest blocks, how many have a name, and how much of the map they cover. */
function readMap() {
  const map = document.querySelector('.treemap').getBoundingClientRect();
  const blocks = [...document.querySelectorAll('.treemap .block')].map((block) => {
    const { width, height } = block.getBoundingClientRect();
    return { name: block.querySelector('.block-name, .file-name')?.textContent, area: width * height };
  });
  const named = blocks.filter(({ name }) => name !== undefined);
  const share = (some) => some.reduce((sum, { area }) => sum + area, 0) / (map.width * map.height);
  return {
    largest: blocks
      .toSorted((a, b) => b.area - a.area)
      .slice(0, 3)
      .map(({ name }) => name),
    blocks: blocks.length,
    named: named.length,
    areaNamed: `${Math.round(100 * share(named))} %`,
    names: document.querySelectorAll('.treemap .block-name, .treemap .file-name').length,
  };
}

/** Frames by the clock, and tasks by what they computed, while something scrolls. */
async function scrolled(page, scroll) {
  await page.evaluate(() => {
    window.gaps = [];
    let before = performance.now();
    const frame = (now) => {
      window.gaps.push(now - before);
      before = now;
      window.running = requestAnimationFrame(frame);
    };
    window.running = requestAnimationFrame(frame);
  });
  const { tasks } = await traced(page, scroll);
  const gaps = await page.evaluate(() => {
    cancelAnimationFrame(window.running);
    return window.gaps.slice(1);
  });
  const computed = tasks.map((task) => task.computed);
  const [frames, work] = [gaps, computed].map((values) => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    return `95 % ${at(0.95)} ms, longest ${at(1)} ms, over 50 ms: ${values.filter((value) => value > 50).length}`;
  });
  return `${gaps.length} frames by the clock: ${frames}; tasks by computing: ${work}`;
}

/** Packages of uneven size with folders in them, as large repositories are. */
function writeProject(folder, files) {
  const random = randomNumbers(7);
  const areas = [
    'billing',
    'search',
    'orders',
    'users',
    'mail',
    'reports',
    'admin',
    'gateway',
    'storage',
    'audit',
  ];
  const kinds = ['handlers', 'models', 'views', 'jobs', 'tests'];
  const made = new Set();
  for (let number = 0; number < files; number++) {
    const area = areas[Math.floor(random() ** 2 * areas.length)];
    const kind = kinds[Math.floor(random() * kinds.length)];
    const place = join(folder, 'packages', area, kind, `part-${number % 17}`);
    if (!made.has(place)) mkdirSync(place, { recursive: true });
    made.add(place);
    const lines = Array.from({ length: 3 + Math.floor(random() * 12) }, (_, line) => `  total += ${line};`);
    const text = `export function ${area}${number}(total: number) {\n${lines.join('\n')}\n  return total;\n}\n`;
    writeFileSync(join(place, `${area}-${number}.ts`), text);
  }
}
