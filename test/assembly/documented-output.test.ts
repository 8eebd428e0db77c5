import { readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/core/vocabulary.ts';
import { openDossier } from '../../src/index.ts';

const root = new URL('../..', import.meta.url).pathname;
const fences = new MarkdownIt()
  .parse(readFileSync(`${root}/docs/assembly.md`, 'utf8'), {})
  .filter((token) => token.type === 'fence')
  .map((token) => token.content);

/** Citation ids depend on a random text of the user. */
const withoutIds = (text: string) => text.replace(/\b(cod|mem|doc)-\d{9}\b/g, '$1-#');

describe('docs/assembly.md', () => {
  it.each(FORMATS)('shows what the three items look like in %s', async (format) => {
    const items = JSON.parse(fences.find((text) => text.startsWith('[\n  {')) ?? '');
    const command = fences.findIndex((text) => text.startsWith(`dossier assemble-items --format ${format} `));
    const dossier = openDossier({ root });
    const { context } = await dossier.assembleItems({ items, format, surroundingLines: 0 });
    expect(withoutIds(fences[command + 1] ?? '')).toBe(withoutIds(context));
  });
});
