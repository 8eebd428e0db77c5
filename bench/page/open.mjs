// Indexes a project (default: this repository) into a temporary store, serves it with the built binary, and opens a browser.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const binary = join(repository, 'dist/main.cjs');

/** How busy the machine is belongs to every time that is printed. */
export const load = () => `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`;

/**
 * What the page's main thread did during `act`: each task with its start, and the milliseconds it computed, whatever else
 * the machine does; and the marks set meanwhile.
 */
export async function traced(page, act) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  await page.evaluate(() => performance.mark('traced'));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const { pid, tid } = events.find(({ name }) => name === 'traced');
  const own = events.filter((event) => event.pid === pid && event.tid === tid);
  return {
    tasks: own
      .filter(({ name, tdur }) => name === 'RunTask' && tdur !== undefined)
      .map(({ ts, dur, tdur }) => ({ start: ts / 1000, end: (ts + dur) / 1000, computed: tdur / 1000 })),
    mark: (name) => own.find((event) => event.name === name && event.ph !== 'X')?.ts / 1000,
  };
}

/** Serves the project and opens a browser; DOSSIER_URL names a server that runs already. */
export async function openBench(root = repository) {
  const { url, stop } =
    process.env['DOSSIER_URL'] === undefined
      ? await serve(root)
      : { url: process.env['DOSSIER_URL'], stop: async () => undefined };
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const send = async (path, body) => {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return reply.json();
  };
  return {
    url,
    browser,
    send,
    close: async () => {
      await browser.close();
      await stop();
    },
  };
}

async function serve(root) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-page-'));
  const place = ['--root', root, '--store', join(folder, 'index.sqlite')];
  const indexed = spawnSync(process.execPath, [binary, 'index', '--quiet', ...place], { stdio: 'inherit' });
  if (indexed.status !== 0) throw new Error('The project could not be indexed. Run "npm run build" first.');
  const server = spawn(
    process.execPath,
    [binary, 'serve', '--no-token', '--port', '0', '--log-level', 'error', '--rate-limit', '0', ...place],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await new Promise((resolve) =>
    server.stdout.setEncoding('utf8').once('data', (text) => resolve(text.trim())),
  );
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
