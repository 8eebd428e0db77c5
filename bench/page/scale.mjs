// A project of 20,000 files in the page: what the map shows, and the longest frame while scrolling.
//   npm run build && node bench/page/scale.mjs [files]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomNumbers } from '../random-numbers.mjs';
import { computing, load, openBench } from './open.mjs';

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

/** Frames and long tasks while something scrolls. */
async function scrolled(page, scroll) {
  const computed = await computing(page);
  await page.evaluate(() => {
    window.frames_ = [];
    window.tasks = [];
    window.observer = new PerformanceObserver((list) =>
      window.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    window.observer.observe({ type: 'longtask' });
    let before = performance.now();
    const frame = (now) => {
      window.frames_.push(now - before);
      before = now;
      window.running = requestAnimationFrame(frame);
    };
    window.running = requestAnimationFrame(frame);
  });
  const before = await computed();
  await scroll();
  const spent = (await computed()) - before;
  const seen = await page.evaluate(() => {
    cancelAnimationFrame(window.running);
    window.observer.disconnect();
    const sorted = window.frames_.slice(1).toSorted((a, b) => a - b);
    const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    const longest = Math.round(Math.max(0, ...window.tasks));
    return `${sorted.length} frames, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms; tasks over 50 ms: ${window.tasks.length}, longest ${longest} ms`;
  });
  return `${seen}; computed ${spent.toFixed(0)} ms in all`;
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
