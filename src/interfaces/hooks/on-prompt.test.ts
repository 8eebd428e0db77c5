import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { indexProject } from '../../indexing/index-project.ts';
import { openEngine } from '../../open-engine.ts';
import { asksAboutCode, surelyAsksAboutCode } from './asks-about-code.ts';
import { onPrompt } from './on-prompt.ts';

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-on-prompt-'));
  for (const part of ['', 'Kept', 'Late', 'Bulk', 'Paid'])
    writeFileSync(
      join(root, `invoice${part}Discount.ts`),
      `/** The ${part.toLowerCase()} discount of an invoice. */\nexport function invoice${part}Discount(invoice: Invoice) {\n${'  invoice.total -= invoice.discount;\n'.repeat(30)}}\n`,
    );
  engine = openEngine({
    root,
    environment: { XDG_CACHE_HOME: `${root}-cache` },
    settings: { 'embedder.kind': 'none' },
  });
  await indexProject(engine, { now: 1, signal: new AbortController().signal, progress: () => undefined });
});
afterAll(async () => {
  await engine.close();
  for (const made of [root, `${root}-cache`]) rmSync(made, { recursive: true });
});

const BEFORE = [
  '',
  'the ',
  'now ',
  'still ',
  'try the ',
  'go on with the ',
  'tell me about the ',
  'Why is there an ',
];
const AFTER = ['', ' please', ' next', ' again', ' thing', '?'];
const prompts = BEFORE.flatMap((before) => AFTER.map((after) => `${before}invoice discount${after}`));

it('a prompt that surely asks about code is answered in full, one that may in a few lines, others not', async () => {
  const lengths = { full: [0], short: [0], none: [0] };
  for (const prompt of prompts) {
    const kind = !asksAboutCode(prompt) ? 'none' : surelyAsksAboutCode(prompt) ? 'full' : 'short';
    const said = await onPrompt(
      engine,
      { kind: 'prompt', dialect: 'claude', eventName: 'UserPromptSubmit', prompt },
      1,
    );
    lengths[kind].push(said.length);
  }
  expect(Math.max(...lengths.none)).toBe(0);
  expect(Math.max(...lengths.short)).toBeGreaterThan(100);
  expect(Math.max(...lengths.short)).toBeLessThanOrEqual(1000);
  expect(Math.max(...lengths.full)).toBeGreaterThan(1000);
});

it('what an editor puts before the prompt is neither searched for nor counts as length', async () => {
  const typed = 'Why is there an invoice discount?';
  const open = `# Context from my IDE setup:\n\n${'- theme.css: src/theme.css\n'.repeat(100)}`;
  const said = (prompt: string) =>
    onPrompt(engine, { kind: 'prompt', dialect: 'claude', eventName: 'UserPromptSubmit', prompt }, 1);
  const plain = await said(typed);
  expect(plain).not.toBe('');
  expect(await said(`${open}\n## My request for Codex:\n${typed}`)).toBe(plain);
});
