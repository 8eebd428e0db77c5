import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { AXE, FINDINGS } from './accessibility.ts';
import { KEEP_NOTICES } from './open-page.ts';
import { openSocket, type TextSocket } from './open-socket.ts';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const LONGEST_WAIT_MS = Number(process.env['DOSSIER_E2E_WAIT_MS'] ?? 120_000);

export interface OpenFirefox {
  /** Opens an address afresh at a width. */
  readonly go: (url: string, width: number) => Promise<void>;
  /** Presses a key where the focus is. */
  readonly press: (key: string) => Promise<void>;
  /** Waits until a selector matches. */
  readonly shows: (selector: string) => Promise<void>;
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly expectAccessible: (state: string) => Promise<void>;
  /** Errors in the console, as they happened. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

/** An installed Firefox, driven by WebDriver BiDi: Playwright drives only builds of its own and newer releases. */
export async function openFirefox(scheme: 'light' | 'dark'): Promise<OpenFirefox> {
  const profile = mkdtempSync(join(tmpdir(), 'dossier-firefox-'));
  const override = scheme === 'dark' ? 0 : 1;
  writeFileSync(
    join(profile, 'user.js'),
    `user_pref("layout.css.prefers-color-scheme.content-override", ${override});\n`,
  );
  const firefox = spawn(
    FIREFOX.find((path) => existsSync(path)) ?? 'firefox',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const problems: string[] = [];
  const send = callsOver(await openSocket(`${await addressOf(firefox)}/session`), (method, params) => {
    if (method === 'log.entryAdded' && params['level'] === 'error') problems.push(String(params['text']));
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  await send('script.addPreloadScript', { functionDeclaration: `() => ${KEEP_NOTICES}` });
  const tree = await send('browsingContext.getTree', {});
  const context = field(Array.isArray(tree['contexts']) ? tree['contexts'][0] : undefined, 'context');
  const evaluate = async (expression: string): Promise<unknown> => {
    const reply = await send('script.evaluate', { expression, target: { context }, awaitPromise: true });
    if (reply['type'] === 'exception')
      throw new Error(String(field(reply['exceptionDetails'], 'text') ?? 'The script failed.'));
    return field(reply['result'], 'value');
  };
  const act = (key: string) => ({
    context,
    actions: [
      { type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: key })) },
    ],
  });
  return {
    problems,
    evaluate,
    go: async (url, width) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height: 900 } });
      for (const address of ['about:blank', url])
        await send('browsingContext.navigate', { context, url: address, wait: 'complete' });
    },
    press: async (key) => void (await send('input.performActions', act(key))),
    shows: async (selector) => {
      await expect
        .poll(() => evaluate(`document.querySelector(${JSON.stringify(selector)}) !== null`), {
          timeout: LONGEST_WAIT_MS,
          message: `Firefox shows ${selector}`,
        })
        .toBe(true);
    },
    expectAccessible: async (state) => {
      await evaluate(`${AXE}; undefined`);
      expect(await evaluate(`${FINDINGS}.then((found) => found.join('\\n'))`), state).toBe('');
      expect(await evaluate('document.documentElement.scrollWidth - innerWidth'), state).toBeLessThanOrEqual(
        0,
      );
    },
    close: async () => {
      const ended = new Promise((resolve) => firefox.once('exit', resolve));
      firefox.kill('SIGTERM');
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

type Reply = Readonly<Record<string, unknown>>;

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function addressOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    browser.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    browser.once('error', reject);
    browser.once('exit', (status) => reject(new Error(`Firefox ended with status ${status}. ${said}`)));
  });
}

/** Sends commands and gives each the reply of its number; events go to `told`. */
function callsOver(socket: TextSocket, told: (method: string, params: Reply) => void) {
  interface Waiting {
    readonly resolve: (reply: Reply) => void;
    readonly reject: (error: Error) => void;
  }
  const waiting = new Map<number, Waiting>();
  let last = 0;
  socket.onText((text) => {
    const message = JSON.parse(text);
    if (message.type === 'event') return told(message.method, message.params);
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === 'error') reject?.(new Error(`${message.error}: ${message.message}`));
    else resolve?.(message.result);
  });
  return (method: string, params: Reply): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
