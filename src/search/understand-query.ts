import type { Embedder } from '../core/ports.ts';
import type { Expansion, ParsedQuery } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { inflectionsOf, stem } from '../core/text/terms.ts';
import { commonerSpellings, correctSpelling } from './correct-spelling.ts';
import type { Ideas } from './ideas.ts';
import type { QueryLanguage } from './languages/detect-language.ts';
import { translateQuestion } from './languages/translate-question.ts';
import type { WordList } from './languages/word-list.ts';
import { isDescription, isShort, parseQuery } from './parse-query.ts';
import { initialsIn, synonymsIn } from './synonyms.ts';

export interface UnderstandingPorts {
  readonly index: IndexStore;
  /** The word list of a language; undefined where there is none. */
  readonly wordList?: ((language: QueryLanguage) => Promise<WordList | undefined>) | undefined;
  /** The stems of common English words. */
  readonly englishWords?: (() => Promise<ReadonlySet<string>>) | undefined;
  readonly ideas?: (() => Promise<Ideas | undefined>) | undefined;
  /** Undefined when none is set up; semantic search and ideas are then skipped. */
  readonly embedder?: Embedder | undefined;
}

/** A pasted log or issue has its own vocabulary; rewriting it would only add noise. */
const LONGEST_REWRITTEN = 300;

/**
 * Parses a question and brings it closer to the project's vocabulary: translates words of other languages and corrects
 * misspelt ones.
 */
export async function understandQuery(ports: UnderstandingPorts, text: string): Promise<ParsedQuery> {
  const parsed = parseQuery(text);
  const isRead = parsed.kind === 'trace' || parsed.kind === 'path' || isAboutProject(parsed);
  if (isRead || parsed.text.length > LONGEST_REWRITTEN) return parsed;
  const rewrites: { from: string; to: string }[] = [];
  const alternatives = new Map<string, string>();
  const foreign = await translateQuestion(parsed.text, {
    wordList: ports.wordList,
    known: async (words) => new Set((await ports.index.documentFrequencies(words)).keys()),
  });
  for (const { from, to, others } of foreign?.words ?? []) {
    rewrites.push({ from, to });
    for (const other of others) alternatives.set(other, to);
  }
  let current = foreign === undefined ? parsed : parseQuery(foreign.text, parsed.text);
  if (current.kind !== 'symbol' && !isAboutProject(current)) {
    const doubts = await doubtfulTerms(ports, current);
    // A short word that a list does not have is a word of that language, not a misspelt English one.
    const misspelt = doubts.unknown.filter((word) => foreign === undefined || word.length >= LONG_ENOUGH);
    const english = misspelt.length === 0 ? undefined : await ports.englishWords?.();
    const corrections = new Map(await correctSpelling(ports.index, misspelt, english));
    for (const [from, [to = '', ...others]] of corrections) {
      // Nor is it two words written as one, if they are short.
      if (foreign !== undefined && to.includes(' ') && to.split(' ').some(({ length }) => length < SHORT)) {
        corrections.delete(from);
        continue;
      }
      rewrites.push({ from, to });
      for (const other of others) alternatives.set(other, to);
    }
    for (const [absent, commoner] of await commonerSpellings(ports.index, doubts.absent)) {
      alternatives.set(commoner, absent);
    }
    for (const [rare, commoner] of await commonerSpellings(ports.index, doubts.rare)) {
      rewrites.push({ from: rare, to: commoner });
      corrections.set(rare, [commoner]);
      alternatives.set(rare, commoner);
    }
    if (corrections.size > 0) current = parseQuery(replaceWords(current.text, corrections));
  }
  const found = { ...current, rewrites, language: foreign?.language };
  return expand(found, alternatives, { weight: ALTERNATIVE });
}

/** Its words lead to no words of the project. */
function isAboutProject({ about }: ParsedQuery): boolean {
  return about !== undefined && about.named === undefined;
}

const LONG_ENOUGH = 6;
/** Words of three letters make up too many words of other languages. */
const SHORT = 4;

/**
 * Adds the names programs use for what a short question says, as hints. Who names a definition wants that one, and who
 * reports a problem says enough about it.
 */
export function addHints(query: ParsedQuery): ParsedQuery {
  if (!isAsked(query) || !isShort(query)) return query;
  return expand(query, synonymsIn(query.text), { weight: HINT, isHint: true });
}

/**
 * Adds what programs call the ideas that a question describes, as hints: "keep another site from submitting our forms"
 * is about `csrf`. Of the nearest ideas the first count whose names the project has, and has in few places.
 */
export async function addIdeas(ports: UnderstandingPorts, query: ParsedQuery): Promise<ParsedQuery> {
  const { index, embedder } = ports;
  if (embedder === undefined || !isAsked(query) || isDescription(query)) return query;
  const ideas = await ports.ideas?.();
  if (ideas?.model !== embedder.model) return query;
  const described = ideas.describedIn(query.text, await embedder.embedQuery(query.text));
  if (described.length === 0) return query;
  const [{ chunks }, frequencies] = await Promise.all([
    index.size(),
    index.documentFrequencies([
      ...new Set(
        described.flatMap(({ names }) => names.flatMap((name) => [...spellingsOf(name), ...partsOf(name)])),
      ),
    ]),
  ]);
  const most = Math.max(FEW_CHUNKS, chunks * TELLING_SHARE);
  return described
    .map(({ names, likeness }) => ({
      of: names[0] ?? '',
      terms: names.flatMap((name) => tellingTerms(name, frequencies, most)),
      likeness,
    }))
    .filter(({ terms }) => terms.length > 0)
    .slice(0, MAX_IDEAS)
    .reduce(
      (expanded, { of, terms, likeness }) =>
        expand(expanded, new Map(terms.map((term) => [term, of])), {
          weight: IDEA * likeness,
          isHint: true,
        }),
      query,
    );
}

const partsOf = (name: string) => name.split('-');

/** A compound as code writes it: `rate-limit` is `rateLimit` or `rate_limit`. */
function spellingsOf(name: string): readonly string[] {
  const parts = partsOf(name);
  return parts.length === 1 ? parts : [parts.join(''), parts.join('_')];
}

/** The spellings of a name that the project has; its rarest part as well, if the project has all parts. */
function tellingTerms(name: string, frequencies: ReadonlyMap<string, number>, most: number): string[] {
  const frequencyOf = (term: string) => frequencies.get(term) ?? 0;
  const parts = [...partsOf(name)].sort((a, b) => frequencyOf(a) - frequencyOf(b));
  const isWhole = parts.every((part) => frequencyOf(part) > 0);
  const terms = [...new Set([...spellingsOf(name), ...(isWhole ? parts.slice(0, 1) : [])])];
  return terms.filter((term) => frequencyOf(term) > 0 && frequencyOf(term) <= most);
}

const MAX_IDEAS = 3;
/** A name in more of the chunks tells nothing. */
const TELLING_SHARE = 0.1;
const FEW_CHUNKS = 3;
/** What an idea counts that says just what the question says, relative to one of its words. */
const IDEA = 1.5;

/** Embeds the names of described ideas with the text. */
export function meanIdeas(query: ParsedQuery): ParsedQuery {
  const names = query.expansions.filter(({ isHint }) => isHint).map(({ term }) => term);
  return names.length === 0 ? query : { ...query, meant: `${query.text} ${names.join(' ')}` };
}

/** Adds the same names as words; returns the same query where there are none. */
export function addSynonyms(query: ParsedQuery): ParsedQuery {
  return isRewritten(query) ? expand(query, synonymsIn(query.text), { weight: SYNONYM }) : query;
}

/** Adds the initials of the question's words that the project uses as a word and that are not English. */
export async function addInitials(
  { index, englishWords }: UnderstandingPorts,
  query: ParsedQuery,
): Promise<ParsedQuery> {
  const initials = isRewritten(query) ? initialsIn(query.text) : new Map<string, string>();
  if (initials.size === 0) return query;
  const [known, english] = await Promise.all([
    index.documentFrequencies([...initials.keys()]),
    englishWords?.(),
  ]);
  const added = [...initials].filter(([word]) => known.has(word) && english?.has(stem(word)) === false);
  return expand(query, new Map(added), { weight: SYNONYM });
}

/** Other names for "project" and "run" tell nothing about the project. */
function isAsked(query: ParsedQuery): boolean {
  if (query.about !== undefined) return false;
  return (query.kind === 'question' || query.kind === 'keywords') && isRewritten(query);
}

function isRewritten({ kind, text }: ParsedQuery): boolean {
  return kind !== 'trace' && kind !== 'path' && text.length <= LONGEST_REWRITTEN;
}

function expand(
  query: ParsedQuery,
  added: ReadonlyMap<string, string>,
  as: Pick<Expansion, 'weight' | 'isHint'>,
): ParsedQuery {
  const said = new Set([...query.terms, ...query.expansions].map(({ term }) => stem(term)));
  const expansions = [...added].flatMap(([term, of]) => (said.has(stem(term)) ? [] : [{ term, of, ...as }]));
  return expansions.length === 0 ? query : { ...query, expansions: [...query.expansions, ...expansions] };
}

/** What another translation or correction counts, relative to the likeliest. */
const ALTERNATIVE = 0.5;
/** What a synonym counts, relative to the word itself, where the words alone find nothing likely. */
const SYNONYM = 0.7;
/** The same where they do. */
const HINT = 0.2;

/** Words that may be misspelt, with their frequency in the project. */
interface DoubtfulTerms {
  /** Neither in the project nor English. */
  readonly unknown: readonly string[];
  /** English, but not in the project. */
  readonly absent: ReadonlyMap<string, number>;
  /** Not English; the project has them once or twice, and no definition of that name. */
  readonly rare: ReadonlyMap<string, number>;
}

const RARE = 2;

async function doubtfulTerms(
  { index, englishWords }: UnderstandingPorts,
  query: ParsedQuery,
): Promise<DoubtfulTerms> {
  const forms = new Map(query.terms.map(({ term }) => [term, [term, ...inflectionsOf(term)]]));
  const frequencies = await index.documentFrequencies([...forms.values()].flat());
  const names = new Set(query.symbols.map((symbol) => symbol.toLowerCase()));
  const seldom = [...forms].flatMap(([term, spellings]) => {
    const frequency = Math.max(...spellings.map((form) => frequencies.get(form) ?? 0));
    return names.has(term) || frequency > RARE ? [] : [[term, frequency] as const];
  });
  const english = seldom.length === 0 ? undefined : await englishWords?.();
  const isEnglish = (term: string) => english?.has(stem(term)) === true;
  const absent = seldom.filter(([, frequency]) => frequency === 0);
  const rare = seldom.filter(
    ([term, frequency]) => frequency > 0 && english !== undefined && !isEnglish(term),
  );
  const defined =
    rare.length === 0
      ? []
      : await index.unitsNamed(
          rare.map(([term]) => term),
          { limit: MAX_NAMED },
        );
  const definitions = new Set(defined.map(({ name }) => name.toLowerCase()));
  return {
    unknown: absent.flatMap(([term]) => (isEnglish(term) ? [] : [term])),
    absent: new Map(absent.filter(([term]) => isEnglish(term))),
    rare: new Map(rare.filter(([term]) => !definitions.has(term))),
  };
}

const MAX_NAMED = 20;

function replaceWords(text: string, corrections: ReadonlyMap<string, readonly string[]>): string {
  return text.replace(/[a-z]+/gi, (word) => corrections.get(word.toLowerCase())?.[0] ?? word);
}
