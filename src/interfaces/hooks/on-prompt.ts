import { assembleOptionsSchema } from '../../core/context.ts';
import type { Engine } from '../../core/engine.ts';
import { SEARCH_DEFAULTS } from '../../core/query.ts';
import { readyShare } from '../../indexing/index-format.ts';
import { hasLearnt } from '../../knowledge/has-learnt.ts';
import type { EventOf } from './answer-hook.ts';
import { asksAboutCode, asksPerhaps, surelyAsksAboutCode } from './asks-about-code.ts';
import { CHARACTER_CAPS } from './encode-reply.ts';
import { withoutEditor } from './prompt-features.ts';

/** The characters counter allows at most four characters per token, so the cap holds. */
const CHARACTERS_PER_TOKEN = 4;
/** Long prompts are mostly pasted output; the beginning says what is wanted. */
const LONGEST_QUERY = 2000;

/** The best place and where more are: who asked can read on, and little is wasted on who did not. */
const CHARACTERS_IN_DOUBT = 1000;

/** A handful of memories or a story, and a few pointers. */
const CHARACTERS_OF_LEARNT = 2000;

/** More than fills the cap; each hit costs a look at its file. */
const MAX_HITS = 60;

/** During a first run the best hits so far may be chance. */
const READY_ENOUGH = 0.9;

/** Kept free for memories about the files shown, where there are memories. */
const CHARACTERS_OF_FILES = 500;

const ASSEMBLY_DEFAULTS = assembleOptionsSchema.parse({});

/** What the project knows about the prompt, if it clearly knows something. */
export async function onPrompt(engine: Engine, event: EventOf<'prompt'>, now: number): Promise<string> {
  const prompt = withoutEditor(event.prompt).slice(0, LONGEST_QUERY);
  const { session } = event;
  const isAboutCode = asksAboutCode(prompt);
  const learnt = await hasLearnt(engine);
  const told = async (asked: Pick<LearntOptions, 'asks' | 'files' | 'given' | 'maxCharacters'>) => {
    if (learnt.size === 0) return { text: '', ids: [] };
    const { learntForPrompt } = await import('../../knowledge/learnt-for-prompt.ts');
    return learntForPrompt(engine, prompt, { now, session, ...asked });
  };
  const applying = await told({
    maxCharacters: CHARACTERS_OF_LEARNT,
    asks: isAboutCode ? 'surely' : asksPerhaps(prompt) ? 'perhaps' : 'hardly',
  });
  const index = (await engine.store()).index(engine.scope);
  if (!isAboutCode || (await readyShare(index)) < READY_ENOUGH) return applying.text;
  const reserved = learnt.has('memory') ? CHARACTERS_OF_FILES : 0;
  // Most prompts need no search, so they do not load it.
  const { queryContext } = await import('../../context/query-context.ts');
  const isSure = surelyAsksAboutCode(prompt);
  const left = CHARACTER_CAPS.prompt - applying.text.length - reserved - 2;
  const characters = isSure ? left : Math.min(left, CHARACTERS_IN_DOUBT);
  const found = await queryContext(
    engine,
    prompt,
    {
      ...SEARCH_DEFAULTS,
      ...ASSEMBLY_DEFAULTS,
      header: 'Found in this project:',
      // A share of the budget.
      map: undefined,
      format: engine.config.format,
      maxTokens: Math.floor(characters / CHARACTERS_PER_TOKEN),
      counter: 'characters',
      // Finer truncation needs the parser, which takes longer to load than the agent should wait.
      truncation: 'head',
      // The graph takes several times as long as the others together and rarely changes the first items.
      strategies: ['keyword', 'fuzzy', 'structural'],
      limit: MAX_HITS,
    },
    { now, signal: new AbortController().signal, session },
  );
  // Nobody asked, and any project shares some words with a prompt, so only likely hits are given.
  if (found.query.certainty !== 'likely' || found.items.length === 0) return applying.text;
  const files = found.items.flatMap(({ location }) => location?.path ?? []);
  const ofFiles =
    reserved === 0
      ? ''
      : (await told({ maxCharacters: CHARACTERS_OF_FILES, files, given: applying.ids })).text;
  return [applying.text, ofFiles, found.context].filter((part) => part !== '').join('\n\n');
}

type LearntOptions = Parameters<typeof import('../../knowledge/learnt-for-prompt.ts')['learntForPrompt']>[2];
