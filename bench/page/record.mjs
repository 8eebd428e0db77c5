// Records the page: `npm run build && node bench/page/record.mjs [docs/images/page.gif]`. Needs ffmpeg.
// Each picture is taken when the page has come to rest and shown for a fixed time, so a busy machine records the same.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from './fill.mjs';
import { openBench } from './open.mjs';

const target = process.argv[2] ?? 'docs/images/page.gif';
const QUESTION = 'where is the token budget enforced';
const WIDTH = 1200;
const LONGEST_SECONDS = 20;

const bench = await openBench();
await fill(bench.send);
const folder = mkdtempSync(join(tmpdir(), 'dossier-record-'));
const page = await bench.browser.newPage({
  viewport: { width: WIDTH, height: 750 },
  colorScheme: 'light',
  // What moves by itself would differ from picture to picture.
  reducedMotion: 'reduce',
});
const frames = [];

/** Shows the page as it is for so many seconds. */
async function show(seconds) {
  const path = join(folder, `${String(frames.length).padStart(3, '0')}.png`);
  await page.screenshot({ path });
  frames.push(`file '${path}'\nduration ${seconds}`);
}

await page.goto(`${bench.url}/#/ask`);
await page.locator('.start li').first().waitFor();
await show(0.9);
const field = page.getByLabel('Question or task');
for (const end of [9, 18, 25, QUESTION.length]) {
  await field.fill(QUESTION.slice(0, end));
  await show(0.2);
}
await field.press('Enter');
await page.locator('.anatomy .item').first().waitFor();
await show(2.2);
await page.locator('.anatomy .item').nth(2).hover();
await page.locator('.piece[data-hot]').waitFor();
await show(1.2);
await page.getByRole('tab', { name: /Why not/ }).click();
await page.locator('.left-out .item').first().waitFor();
await show(1);
const row = page.locator('.left-out .item', { has: page.getByRole('button', { name: /^Pin / }) }).nth(1);
await row.hover();
await row.getByRole('button', { name: /^Pin / }).hover();
await page.locator('.tip').waitFor();
await show(1.8);
await row.getByRole('button', { name: /^Pin / }).click();
await page.locator('.chip').first().waitFor();
await page.getByRole('tab', { name: /Why these/ }).click();
await page.locator('.item', { hasText: 'pinned' }).waitFor();
await show(1.8);
await page.getByRole('button', { name: 'Dismiss' }).click();
await page.goto(`${bench.url}/#/compare/${encodeURIComponent('how are duplicates found')}`);
await page.getByRole('region', { name: 'Source' }).first().waitFor();
await page.waitForLoadState('networkidle');
await show(2);
await page.goto(`${bench.url}/#/live`);
await page.locator('.feed .item').first().waitFor();
await show(1.4);
await page.locator('.feed .item-title').first().click();
await page.locator('.code').first().waitFor();
await show(1.6);
await page.goto(`${bench.url}/#/knowledge/inbox`);
await page.locator('.draft.is-selected').waitFor();
await show(1.2);
await page.keyboard.press('a');
await page.getByText('Remembered.').waitFor();
await show(1.2);
await page.getByRole('button', { name: 'Dismiss' }).click();
await page.goto(`${bench.url}/#/project`);
await page.locator('.treemap .block').first().waitFor();
await show(2);

const list = join(folder, 'frames.txt');
writeFileSync(list, frames.join('\n'));
const made = spawnSync(
  'ffmpeg',
  [
    ...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list],
    '-vf',
    'scale=960:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none:diff_mode=rectangle',
    ...['-fps_mode', 'vfr', target],
  ],
  { stdio: 'inherit' },
);
await bench.close();
rmSync(folder, { recursive: true, force: true });
if (made.status !== 0) throw new Error('The pictures could not be joined. Is ffmpeg installed?');
const probe = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', target];
const seconds = Number(spawnSync('ffprobe', probe, { encoding: 'utf8' }).stdout);
console.log(`${target}: ${seconds} s`);
if (!(seconds <= LONGEST_SECONDS))
  throw new Error(`Longer than ${LONGEST_SECONDS} s: show something shorter.`);
