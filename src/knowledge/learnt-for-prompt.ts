import { type Engine, recordsOf } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { recordDelivery, splitByDelivery } from '../sessions/session-ledger.ts';
import { MIN_SHARED, tellingWords } from './common-words.ts';
import { experiences } from './experiences/experiences.ts';
import { learntFor } from './learnt.ts';
import { memories } from './memories/memory-records.ts';
import { POSSIBLY_LEARNT, pointerTo } from './possibly-learnt.ts';
import { sharesMuch, sharesSome } from './shares-much.ts';
import { relativesOf } from './word-family.ts';

/** Whether a prompt asks for something. */
type Asks = 'surely' | 'perhaps' | 'hardly';

interface LearntLines {
  readonly text: string;
  /** Of what was told in full. */
  readonly ids: readonly string[];
}

export const NOTHING_LEARNT: LearntLines = { text: '', ids: [] };

/**
 * What was learnt that applies to a prompt, as lines for an agent's context: at most `maxCharacters`, nothing the
 * session already has, each line with the id to cite; then the first words of what may apply. Empty if nothing does.
 */
export async function learntForPrompt(
  engine: Engine,
  prompt: string,
  options: {
    readonly now: number;
    readonly maxCharacters: number;
    readonly session?: string | undefined;
    /** With files, only memories about them. */
    readonly files?: readonly string[];
    /** Ids that were given a moment ago. */
    readonly given?: readonly string[];
    /** Whether the prompt asks for something; where it hardly does, only what has much of it is told. */
    readonly asks?: Asks;
  },
): Promise<LearntLines> {
  const { now, session, maxCharacters, files, given = [], asks = 'surely' } = options;
  const onlyMuch = asks === 'hardly' || (asks === 'perhaps' && !(await namesWhatIsKnown(engine, prompt)));
  const { items, possibly } = await learntFor(engine, { text: prompt, now, ...(files && { files }) });
  const told = items.filter(
    ({ id, content, reasons }) =>
      !given.includes(id) &&
      (files === undefined || reasons.some(({ rule }) => rule === 'file')) &&
      (!onlyMuch || sharesMuch(prompt, content)),
  );
  const others = onlyMuch
    ? [...items, ...possibly].filter(({ id }) => !told.some((each) => each.id === id))
    : possibly;
  const named =
    files === undefined ? others.filter(({ content }) => !onlyMuch || sharesSome(prompt, content)) : [];
  const lists = [
    {
      heading: files === undefined ? LEARNT_HEADING : LEARNT_OF_FILES,
      items: (await splitByDelivery(engine, session, told)).unsent,
      lineOf,
    },
    {
      heading: POSSIBLY_LEARNT,
      items: await notPointedTo(engine, session, named),
      lineOf: ({ content }: ContextItem) => content,
    },
  ];
  const lines: string[] = [];
  const sent: ContextItem[] = [];
  let length = 0;
  for (const { heading, items: listed, lineOf: line } of lists) {
    const fitting: string[] = [];
    let room = maxCharacters - length - heading.length - 1;
    for (const item of listed) {
      const text = line(item);
      if (text.length + 1 > room) continue;
      room -= text.length + 1;
      fitting.push(text);
      sent.push(item);
    }
    if (fitting.length === 0) continue;
    lines.push(heading, ...fitting);
    length = maxCharacters - room;
  }
  if (lines.length === 0) return NOTHING_LEARNT;
  if (session !== undefined) {
    const context = {
      tokenCount: Math.ceil(length / CHARACTERS_PER_TOKEN),
      items: sent.map(({ id, content }) => ({
        id,
        tokens: Math.ceil(content.length / CHARACTERS_PER_TOKEN),
        citation: id,
        truncated: false,
        stale: false,
      })),
    };
    await recordDelivery(engine, { session, operation: 'prompt', query: prompt, context, items: sent }, now);
  }
  return {
    text: lines.join('\n'),
    ids: sent.flatMap(({ id }) => (told.some((each) => each.id === id) ? [id] : [])),
  };
}

/** Whether records have at least two of the prompt's telling words: two in a hundred of small talk and errands do. */
async function namesWhatIsKnown(engine: Engine, prompt: string): Promise<boolean> {
  const telling = tellingWords(prompt);
  const records = await recordsOf(engine);
  const known = await Promise.all(
    [memories.name, experiences.name].map((kind) =>
      records.documentFrequencies(kind, [...telling, ...telling.flatMap(relativesOf)]),
    ),
  );
  const isKnown = (term: string) => known.some((frequencies) => (frequencies.get(term) ?? 0) > 0);
  const named = telling.filter((term) => [term, ...relativesOf(term)].some(isKnown));
  return named.length >= MIN_SHARED;
}

function lineOf({ id, content }: ContextItem): string {
  return `- ${content.replaceAll(/\s*\n\s*/g, ' ')} [${id}]`;
}

/** Pointers to what the session has neither in full nor as a pointer. */
async function notPointedTo(
  engine: Engine,
  session: string | undefined,
  items: readonly ContextItem[],
): Promise<readonly ContextItem[]> {
  const { unsent } = await splitByDelivery(engine, session, items);
  // A pointer is remembered by its own text, so that the whole record is still news.
  const pointers = unsent.map((item) => ({ ...item, content: pointerTo(item) }));
  return (await splitByDelivery(engine, session, pointers)).unsent;
}

const LEARNT_HEADING = 'Learnt in this project before:';
const LEARNT_OF_FILES = 'About these files:';
const CHARACTERS_PER_TOKEN = 4;
