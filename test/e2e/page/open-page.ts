import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { type Client, createClient } from '../../../src/interfaces/http/client.ts';
import { binary, runBinary, temporaryFolder } from '../run-binary.ts';

export const repository = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** For the browser to start and the page to show what it should; only what never comes takes this long. */
const LONGEST_WAIT_MS = Number(process.env['DOSSIER_E2E_WAIT_MS'] ?? 120_000);
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The page takes an offer to undo back after seconds, which is less than a busy machine may need for a click. */
export const KEEP_NOTICES = `{
  const { setTimeout } = window;
  window.setTimeout = (work, delay, ...given) => setTimeout(work, delay >= 1000 ? 2 ** 31 - 1 : delay, ...given);
}`;

export interface OpenPage {
  readonly url: string;
  /** What the server printed: the address, with the token of this machine if there is one. */
  readonly printed: string;
  readonly page: Page;
  /** Another page in the same browser, without the cookies of the first. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
  readonly client: Client;
  /** Errors of the page, violations of its policy and requests to anywhere else, as they happened. */
  readonly problems: string[];
  /** Opens a view afresh. */
  readonly go: (view: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  /** Folders to index into one store; the first is served. Default: this repository. */
  readonly roots?: readonly string[];
  /** False: the projects are left for the page to index. */
  readonly index?: boolean;
  /** True: the address brings the token of this machine, as it does for a user. */
  readonly localToken?: boolean;
  /** Further arguments of `dossier serve`. */
  readonly serve?: readonly string[];
  /** Called between indexing and serving with a way to run commands on the served project. */
  readonly prepare?: (dossier: (...args: string[]) => ReturnType<typeof runBinary>) => Promise<void>;
}

/** Indexes into a store of its own, serves it with the built binary and opens the page. */
export async function openPage(options: OpenOptions = {}): Promise<OpenPage> {
  const folder = temporaryFolder();
  const roots = options.roots ?? [repository];
  if (options.roots === undefined) cpSync(await indexOfRepository(), join(folder, 'index.sqlite'));
  const placeOf = (root = repository) => ['--root', root, '--store', join(folder, 'index.sqlite')];
  for (const root of options.index === false ? [] : roots) {
    const indexed = await runBinary(['index', '--quiet', ...placeOf(root)], { cwd: folder });
    if (indexed.status !== 0) throw new Error(indexed.stderr);
  }
  const where = placeOf(roots[0]);
  await options.prepare?.((...args) => runBinary([...args, ...where], { cwd: folder }));
  const flags = [
    ...(options.localToken === true ? [] : ['--no-token']),
    '--port',
    '0',
    '--log-level',
    'error',
    '--rate-limit',
    '0',
    ...(options.serve ?? []),
  ];
  const server = spawn(process.execPath, [binary, 'serve', ...flags, ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, XDG_CACHE_HOME: folder },
  });
  const printed = await addressOf(server);
  const [url = ''] = printed.split('/#token=');
  const browser = await chromium.launch({
    timeout: LONGEST_WAIT_MS,
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
  const newPage = async (options: BrowserContextOptions = {}) => {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(LONGEST_WAIT_MS);
    await page.addInitScript(KEEP_NOTICES);
    return page;
  };
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  return {
    url,
    printed,
    page,
    newPage,
    client: createClient({ url }),
    problems: problemsOf(page, url),
    go: async (view) => {
      // A change of the hash alone would keep the state of the view before.
      await page.goto('about:blank');
      await page.goto(`${url}/#/${view}`);
    },
    close: async () => {
      await browser.close();
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
    },
  };
}

/** Indexing this repository takes long on a busy machine, so it is done once for all test files. */
async function indexOfRepository(): Promise<string> {
  const path = join(inject('sharedFolder'), 'repository.sqlite');
  if (!existsSync(path)) {
    const args = ['index', '--quiet', '--root', repository, '--store', path];
    const indexed = await runBinary(args, { cwd: inject('sharedFolder') });
    if (indexed.status !== 0) throw new Error(indexed.stderr);
  }
  return path;
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.stdout?.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    server.once('exit', (status) => reject(new Error(`The server ended with status ${status}.`)));
  });
}

function problemsOf(page: Page, url: string): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch((error: Error) => problems.push(error.message));
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && request.url() !== 'about:blank')
      problems.push(`request to ${request.url()}`);
  });
  return problems;
}
