import type { Engine } from '../../core/engine.ts';
import { learntForPrompt } from '../../knowledge/learnt.ts';
import { query } from '../../operations/query.ts';
import { runOperation } from '../../operations/run-operation.ts';
import type { EventOf } from './answer-hook.ts';
import { CHARACTER_CAPS } from './encode-reply.ts';

/** The characters counter takes at most four characters for a token, so the cap holds. */
const CHARACTERS_PER_TOKEN = 4;
/** Long prompts are mostly pasted output; its beginning says what is wanted. */
const LONGEST_QUERY = 2000;

/** A handful of memories, or a story. */
const CHARACTERS_OF_LEARNT = 1500;

/** Unasked, plain words get an answer only when the project clearly holds it: any project shares some words with them. */
const CLEAR_EVIDENCE = 0.5;

/** What the project holds on the prompt, when it clearly holds something. */
export async function onPrompt(engine: Engine, event: EventOf<'prompt'>, now: number): Promise<string> {
  const prompt = event.prompt.slice(0, LONGEST_QUERY);
  const learnt = await learntForPrompt(engine, prompt, {
    now,
    session: event.session,
    maxCharacters: CHARACTERS_OF_LEARNT,
  });
  const found = await runOperation(
    engine,
    query,
    {
      query: prompt,
      learnt: false,
      maxTokens: Math.floor((CHARACTER_CAPS.prompt - learnt.length - 2) / CHARACTERS_PER_TOKEN),
      counter: 'characters',
      // Anything finer needs the parser, which takes longer to load than the agent should wait.
      truncation: 'head',
      // The graph takes several times as long as the others together and seldom changes the first items.
      strategies: ['keyword', 'fuzzy', 'structural'],
      ...(event.session === undefined ? {} : { session: event.session }),
    },
    { now, signal: new AbortController().signal, progress: () => undefined },
  );
  const { kind, evidence } = found.query;
  const isTalk = (kind === 'question' || kind === 'keywords') && evidence < CLEAR_EVIDENCE;
  const code = isTalk || found.items.length === 0 ? '' : found.context;
  return [learnt, code].filter((part) => part !== '').join('\n\n');
}
