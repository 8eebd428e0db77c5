// Walks through the page in an installed Firefox, by WebDriver BiDi: `npm run build && node bench/page/firefox.mjs [executable]`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from './fill.mjs';
import { openBench } from './open.mjs';
import { openSocket } from './socket.mjs';

const executable = process.argv[2] ?? '/usr/bin/firefox-esr';
const LONGEST_WAIT_MS = 120_000;

const bench = await openBench();
await fill(bench.send);
const profile = mkdtempSync(join(tmpdir(), 'dossier-firefox-'));
const firefox = spawn(
  executable,
  ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
const problems = [];
try {
  const socket = await openSocket(`${await addressOf(firefox)}/session`);
  const send = callsOver(socket, (method, { level, text }) => {
    if (method === 'log.entryAdded' && level === 'error') problems.push(text);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send('browsingContext.getTree', {});
  const context = contexts[0].context;
  const evaluate = async (expression) => {
    const reply = await send('script.evaluate', { expression, target: { context }, awaitPromise: true });
    if (reply.type === 'exception') throw new Error(reply.exceptionDetails.text);
    return reply.result.value;
  };
  const shown = async (what, test) => {
    const until = Date.now() + LONGEST_WAIT_MS;
    while (!(await evaluate(`Boolean(${test})`))) {
      if (Date.now() > until) throw new Error(`Firefox did not show ${what}.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    console.log(`ok: ${what}`);
  };
  const go = (view) =>
    send('browsingContext.navigate', { context, url: `${bench.url}/#/${view}`, wait: 'complete' });
  const press = (value) =>
    send('input.performActions', {
      context,
      actions: [
        {
          type: 'key',
          id: 'keys',
          actions: [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ],
        },
      ],
    });
  const find = (selector) => `document.querySelector('${selector}')`;

  await go(`ask/${encodeURIComponent('where is the token budget enforced')}`);
  await shown('an answer', find('.anatomy .item'));
  await press('j');
  await shown('the selected item', find('.item.is-selected'));
  await press('o');
  await shown('its lines', find('.item.is-selected .code'));
  await press('p');
  await shown('a pinned item', find('.chip'));
  await go('live');
  await shown('the live feed', find('.feed .item'));
  await go('knowledge/inbox');
  await shown('the inbox', find('.draft.is-selected'));
  await press('a');
  await shown('an accepted draft', find('.toast'));
  await go('project');
  await shown('the map', find('.treemap .block'));
  await go('health');
  await shown('charts', find('.chart svg'));
  await send('session.end', {});
} finally {
  const ended = new Promise((resolve) => firefox.once('exit', resolve));
  firefox.kill('SIGTERM');
  await ended;
  rmSync(profile, { recursive: true, force: true });
  await bench.close();
}
if (problems.length > 0) throw new Error(`Errors in the console: ${problems.join('; ')}`);
console.log('no errors in the console');

function addressOf(browser) {
  return new Promise((resolve, reject) => {
    let said = '';
    browser.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found !== null) resolve(found[1]);
    });
    browser.once('error', reject);
    browser.once('exit', (status) => reject(new Error(`Firefox ended with status ${status}. ${said}`)));
  });
}

/** Sends commands and gives each the reply of its number; events go to `told`. */
function callsOver(socket, told) {
  const waiting = new Map();
  let last = 0;
  socket.onText((text) => {
    const message = JSON.parse(text);
    if (message.type === 'event') return told(message.method, message.params);
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === 'error') reject?.(new Error(`${message.error}: ${message.message}`));
    else resolve?.(message.result);
  });
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
