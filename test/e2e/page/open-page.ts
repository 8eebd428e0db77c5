import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { runBinary, temporaryFolder } from '../run-binary.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export interface OpenPage {
  readonly url: string;
  readonly browser: Browser;
  readonly page: Page;
  /** Runs a command on the same project and store as the server. */
  readonly dossier: (...args: string[]) => ReturnType<typeof runBinary>;
  readonly close: () => Promise<void>;
}

/** Indexes this repository into a store of its own, serves it with the built binary and opens the page. */
export async function openPage(options: { readonly serve?: readonly string[] } = {}): Promise<OpenPage> {
  const folder = temporaryFolder();
  const where = ['--root', root, '--store', join(folder, 'index.sqlite')];
  const dossier = (...args: string[]) => runBinary([...args, ...where], { cwd: folder });
  const indexed = await dossier('index', '--quiet');
  if (indexed.status !== 0) throw new Error(indexed.stderr);
  const server = spawn(
    process.execPath,
    [
      join(root, 'dist/main.js'),
      'serve',
      '--port',
      '0',
      '--log-level',
      'error',
      '--rate-limit',
      '0',
      ...where,
      ...(options.serve ?? []),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    server.once('exit', (status) => reject(new Error(`The server ended with status ${status}.`)));
  });
  const browser = await chromium.launch({
    executablePath: CHROMIUM.find((path) => existsSync(path)) ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  return {
    url,
    browser,
    page,
    dossier,
    close: async () => {
      await browser.close();
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
    },
  };
}
