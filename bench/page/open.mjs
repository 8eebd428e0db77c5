// Indexes a project (default: this repository) into a temporary store, serves it with the built binary, and opens a browser.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const binary = join(repository, 'dist/main.js');

/** How busy the machine is belongs to every time that is printed. */
export const load = () => `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`;

export async function openBench(root = repository) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-page-'));
  const place = ['--root', root, '--store', join(folder, 'index.sqlite')];
  const indexed = spawnSync(process.execPath, [binary, 'index', '--quiet', ...place], { stdio: 'inherit' });
  if (indexed.status !== 0)
    throw new Error('The repository could not be indexed. Run "npm run build" first.');
  const server = spawn(
    process.execPath,
    [binary, 'serve', '--no-token', '--port', '0', '--log-level', 'error', '--rate-limit', '0', ...place],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await new Promise((resolve) =>
    server.stdout.setEncoding('utf8').once('data', (text) => resolve(text.trim())),
  );
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
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
