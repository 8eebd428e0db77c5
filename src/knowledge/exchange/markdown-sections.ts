import type { Memory } from '../memories/memory.ts';
import { bounded, type ExchangeFormat } from './exchange-format.ts';

const TITLES: Readonly<Record<Memory['category'], string>> = {
  decision: 'Decisions',
  preference: 'Preferences',
  workflow: 'Workflows',
  error: 'Known errors',
  fact: 'Facts',
  context: 'Context',
  event: 'Events',
};

/**
 * `CLAUDE.md`, `AGENTS.md` and the like: each paragraph and list entry is a memory. Its heading gives the subject, so
 * it is put before the text; one of our own headings gives the category instead.
 */
export const markdownSections: ExchangeFormat = {
  read(text) {
    if (!/^(?:#{1,6} |[-*] )/m.test(text)) return undefined;
    const memories = blocksOf(text).map(({ heading, content }) => {
      const category = (Object.keys(TITLES) as Memory['category'][]).find((each) => TITLES[each] === heading);
      const plain = category === undefined && heading !== '' ? `${heading}: ${content}` : content;
      return { input: bounded({ content: plain, category: category ?? 'preference', tags: [] }) };
    });
    return { memories, skipped: [] };
  },
  write: (memories) =>
    (Object.keys(TITLES) as Memory['category'][])
      .flatMap((category) => {
        const own = memories.filter(({ body }) => body.category === category);
        if (own.length === 0) return [];
        const entries = own.map(({ body }) => `- ${body.content.trim().replaceAll(/\s*\n\s*/g, ' ')}`);
        return [`## ${TITLES[category]}\n\n${entries.join('\n')}\n`];
      })
      .join('\n'),
};

interface Block {
  readonly heading: string;
  readonly content: string;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let lines: string[] = [];
  let isFenced = false;
  const end = () => {
    const content = lines.join('\n').trim();
    lines = [];
    // A line such as "Commands:" only introduces what follows.
    if (content.split(/\s+/).length >= MIN_WORDS || content.includes('`')) blocks.push({ heading, content });
  };
  for (const line of text.replaceAll(/<!--[\s\S]*?-->/g, '').split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const [, level, title] = isFenced ? [] : (/^(#{1,6}) (.+?)\s*#*$/.exec(line) ?? []);
    if (title !== undefined) {
      end();
      // The document title covers everything, so it says nothing about one entry.
      heading = level === '#' ? '' : title;
    } else if (!isFenced && /^[-*] |^\d+[.)] /.test(line)) {
      end();
      lines.push(line.replace(/^(?:[-*]|\d+[.)]) /, ''));
    } else if (!isFenced && line.trim() === '' && !/^\s*(?:```|~~~)/.test(line)) end();
    else lines.push(line.trimEnd());
  }
  end();
  return blocks;
}
const MIN_WORDS = 3;
