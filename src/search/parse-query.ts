import { MEMBER_SEPARATOR } from '../core/languages.ts';
import type { NamedPlace, ParsedQuery, WeightedTerm } from '../core/query.ts';
import type { FileRole } from '../core/store.ts';
import { splitIdentifier, stem, wordsOf } from '../core/text/terms.ts';
import type { QueryKind } from '../core/vocabulary.ts';
import { holdsStackTrace, namedPlaces } from './named-places.ts';
import { projectQuestion } from './project-questions.ts';
import { readAddress } from './read-address.ts';

/** `original` is a question in another language, of which `text` has the telling words in English. */
export function parseQuery(text: string, original?: string): ParsedQuery {
  const trimmed = withoutNoise(text.slice(0, LONGEST_TEXT)).trim();
  const places = namedPlaces(trimmed);
  const paths = pathsIn(trimmed, places);
  const symbols = symbolsIn(trimmed);
  const kind = kindOf(trimmed, places, paths);
  const about = projectQuestion(trimmed, original);
  return {
    text: trimmed,
    kind,
    terms: weightedTerms(trimmed),
    compounds: compoundsIn(trimmed),
    symbols,
    paths,
    places,
    roles: about === undefined ? rolesAskedFor(trimmed, kind) : OF_THE_PROJECT,
    wanted: WANTED_ROLES.find(([, pattern]) => pattern.test(trimmed))?.[0],
    about,
    adds: ADDING.test(trimmed),
    rewrites: [],
    meant: trimmed,
    expansions: [],
    language: undefined,
  };
}

/** "Returns the …", "Checks whether …": what one function does, in the words of its doc comment. */
export function isDescription({ kind, text }: ParsedQuery): boolean {
  return kind === 'keywords' && DESCRIPTION.test(text);
}

const DESCRIPTION =
  /^(?:returns|this (?:function|method|class|type|hook|helper|plugin|module)|[a-z]{1,30}[^\Ws]s (?:an?|the|this|that|these|its?|if|whether|each|every|all|any|what|how|given))\b/i;

/** A longer question says enough about its place. */
export function isShort({ terms }: ParsedQuery): boolean {
  return terms.length <= FEW_TERMS;
}

const FEW_TERMS = 10;

/** Text beyond this is a log; the patterns below are bounded so that none takes long. */
const LONGEST_TEXT = 20_000;

/** Drops the noise of reports: comments to the reporter, lists of versions, most of an address. */
function withoutNoise(text: string): string {
  return withoutComments(text)
    .replace(ADDRESS, (address) => ` ${readAddress(address)} `)
    .replace(VERSION_LISTING, '');
}

const ADDRESS = /\bhttps?:\/\/[^\s<>()[\]"'`]+/g;

/** An unclosed comment stays. */
function withoutComments(text: string): string {
  const [first = '', ...rest] = text.split('<!--');
  return rest.reduce((kept, part) => {
    const end = part.indexOf('-->');
    return `${kept} ${end < 0 ? part : part.slice(end + '-->'.length)}`;
  }, first);
}

/** Never the first line: "Support Swift version 6.2" may be all that is asked. */
const VERSION_LISTING =
  /(?<=\n)[ \t*+-]{0,8}[\w./-]{1,40}(?: [\w./-]{1,40}){0,2}(?:[:=@]{1,2} {0,8}| {1,8})(?:v?\d{1,8}(?:\.\d{1,8}){1,6}\S{0,80}|None)[ \t]{0,8}$/gm;

/** A term says little more the fourth time. The cap of the BM25 baseline. */
const TERM_REPEATS = 3;
/** The first line of a long text is its title; the rest often pastes output and code. */
const TITLE_WEIGHT = 2;
/**
 * Pasted text has the words of the reporter's program and machine: each occurrence counts half, and at most one in all.
 */
const PASTED = { weight: 0.5, most: 1 };
const LONG_TEXT = 300;

function weightedTerms(text: string): WeightedTerm[] {
  const weights = new Map<string, number>();
  const add = (part: string, weight: number, most = TERM_REPEATS) => {
    for (const term of wordsOf(part)) {
      if (REQUEST_WORDS.has(stem(term))) continue;
      const before = weights.get(term) ?? 0;
      weights.set(term, Math.max(before, Math.min(most, before + weight)));
    }
  };
  if (text.length <= LONG_TEXT) add(text, 1);
  else {
    const [title = '', ...rest] = text.replace(TITLE_LABEL, '').split('\n');
    const { prose, pasted } = partsOf(rest.join('\n'));
    add(title, TITLE_WEIGHT);
    add(prose, 1);
    for (const block of pasted) add(block, PASTED.weight, PASTED.most);
  }
  return [...weights]
    .map(([term, weight]) => ({ term, weight }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}

/** Report forms put a label above the title: "## Title:". */
const TITLE_LABEL = /^[\s#*]{0,20}title[ \t*]{0,9}(?::|\n)[\s#*]{0,20}/i;

/** Splits what someone wrote from what they pasted: code blocks and folded sections. */
function partsOf(text: string): { readonly prose: string; readonly pasted: readonly string[] } {
  const pasted: string[] = [];
  const cut = (block: string) => {
    pasted.push(block);
    return ' ';
  };
  return { prose: withoutFolded(text, cut).replace(CODE_BLOCK, cut), pasted };
}

const FOLDED = '<details';
const FOLDED_END = '</details>';

/** An unclosed section runs to the end of the text. */
function withoutFolded(text: string, cut: (section: string) => string): string {
  const [first = '', ...rest] = text.split(FOLDED);
  return rest.reduce((kept, part) => {
    const end = part.indexOf(FOLDED_END);
    return (
      kept + cut(end < 0 ? part : part.slice(0, end)) + (end < 0 ? '' : part.slice(end + FOLDED_END.length))
    );
  }, first);
}

/** Only the start of a long text is read for names: its title and the problem. */
const COMPOUND_TEXT = 600;

function compoundsIn(text: string): string[] {
  const compounds = new Set<string>();
  for (const phrase of text.slice(0, COMPOUND_TEXT).split(/[^\p{L}\p{N}\s-]+/u)) {
    const words = wordsOf(phrase);
    for (const [place, word] of words.slice(1).entries()) {
      compounds.add(`${words[place]}${word}`).add(`${words[place]}_${word}`);
    }
    for (const [name] of phrase.toLowerCase().matchAll(HYPHENATED)) {
      compounds.add(name.replaceAll('-', '')).add(name.replaceAll('-', '_'));
    }
    for (const [, verb = '', particle = ''] of phrase.toLowerCase().matchAll(PHRASAL_VERB)) {
      compounds.add(verb + particle).add(stem(verb) + particle);
    }
  }
  return [...compounds];
}

/** The variable of a flag `--collect-only` is `collect_only` or `collectonly`, though "only" is no word to search for. */
const HYPHENATED = /(?<![\p{L}\p{N}])[a-z]{1,30}(?:-[a-z]{1,30}){1,5}(?![\p{L}\p{N}-])/gu;
/** Code writes "logs in", "timed out" and "set up" as one word. */
const PHRASAL_VERB = /(?<!\p{L})([a-z]{2,30})[\s-]+(in|out|up|off|on|down|back|over)(?!\p{L})/gu;

const CODE_BLOCK = /```[\s\S]*?(?:```|$)/g;

/** Words of reports, requests and talk that say nothing about the place. */
const REQUEST_WORDS: ReadonlySet<string> = new Set(
  (
    'issue bug fix fixed feat feature add added adds support version expected behavior behaviour actual description title ' +
    'summary steps reproduce following example like does doesn didn won wasn aren isn re ' +
    'want need let also see think thought sure something anything everything way ve ll actually currently ' +
    'hey hi hello ok okay yes yeah thanks thank great awesome wanna gonna'
  )
    .split(' ')
    .map(stem),
);

const WORD = '[A-Za-z_$][\\w$]{0,100}';
const IDENTIFIER = new RegExp(`${WORD}(?:${MEMBER_SEPARATOR}${WORD}){0,8}[!?]?`, 'g');
const SEPARATOR = new RegExp(MEMBER_SEPARATOR);

/** Words that look like code: mixed case, underscores, dots, inline code, a call's parentheses. */
function symbolsIn(text: string): string[] {
  const symbols = new Set<string>();
  const { prose } = partsOf(text);
  for (const match of prose.matchAll(IDENTIFIER)) {
    const word = match[0];
    const called = prose[match.index + word.length] === '(' && !CONVENTIONAL.test(prose.slice(match.index));
    if (called || looksLikeCode(word)) symbols.add(word);
  }
  for (const match of prose.matchAll(/`([^`\n]+)`/g)) {
    for (const inner of (match[1] ?? '').matchAll(IDENTIFIER)) if (inner[0].length > 2) symbols.add(inner[0]);
  }
  if (text.length <= LONG_TEXT) {
    for (const [, word = ''] of prose.matchAll(CAPITAL_IN_SENTENCE)) {
      if (wordsOf(word).length === 0) symbols.add(word);
    }
  }
  if (symbols.size === 0 && /^\S+$/.test(text) && text.match(IDENTIFIER)?.[0] === text) symbols.add(text);
  return [...symbols];
}

/** A common word that is otherwise not searched for is a name when capitalized: "how does Once run its function". */
const CAPITAL_IN_SENTENCE = /(?<!\p{L})\p{Ll}{1,40},? ([A-Z][a-z]{1,40})(?!\p{L})/gu;

/** `fix(parser): …`: the type of a commit, not a call. */
const CONVENTIONAL =
  /^(?:fix|feat|chore|docs?|refactor|perf|tests?|build|ci|style|revert)\([^()\n]{1,60}\)!?:/;

function looksLikeCode(word: string): boolean {
  if (word.length < 3) return false;
  if (/[a-z0-9][A-Z]|[A-Z]{2,}[a-z]/.test(word)) return true;
  if (/[A-Za-z0-9]_[A-Za-z0-9]|^_+[a-z]/.test(word)) return true;
  return SEPARATOR.test(word) && !/^(?:e\.g|i\.e|etc)\b/i.test(word) && splitIdentifier(word).length > 1;
}

const PATH_WITH_FOLDER = /(?<![\w@.+/:-])(?:\.{0,2}\/)?(?:[\w@.+-]{1,100}\/){1,20}[\w@.+-]{0,100}\w/g;
const FILE_NAME = /(?<![\w@.+/-])[\w@+-][\w@.+-]{0,100}\.[a-z][a-z0-9]{0,4}(?![\w(])/g;

function pathsIn(text: string, places: readonly NamedPlace[]): string[] {
  const paths = new Set(places.map((place) => place.path));
  const slashed = text.replaceAll(BACKSLASH, '/');
  for (const match of slashed.matchAll(PATH_WITH_FOLDER)) paths.add(match[0].replace(/^(?:\.{0,2}\/)+/, ''));
  for (const match of slashed.matchAll(FILE_NAME)) paths.add(match[0]);
  for (const path of paths) if (MENTIONED.test(path)) paths.add(path.slice(1));
  return [...paths].filter((path) => path.length > 2);
}

/** Windows separates folders by it, and puts a drive before them. */
const BACKSLASH = /(?:(?<!\w)[a-z]:|(?<=[\w.-]))\\(?=[\w@.-])/gi;
/** Agents take `@src/app.ts` for that file; a package `@scope/name` has no ending. */
const MENTIONED = /^@.*\.[a-z][a-z0-9]{0,4}$/i;

/** `Store.open`, `response.json`: a member rather than a file, unless the extension is a usual one. */
const MEMBER =
  /\.(?!(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|cs|php|[ch](?:pp|c|h)?|cc|swift|scala|exs?|lua|sh|md|json|ya?ml|toml|txt|html?|s?css|vue|svelte|sql|proto|xml|zig|hs)$)[A-Za-z]\w*$/;
const QUESTION = /\?\s*$|^(?:how|what|where|why|which|who|when|does|do|is|are|can|should)\b/i;
const ERROR = /\b(?:[A-Z]\w*(?:Error|Exception|Failure)|panic(?:ked)?|segfault|traceback|E[A-Z]{4,})\b/;

function kindOf(text: string, places: readonly NamedPlace[], paths: readonly string[]): QueryKind {
  if (holdsStackTrace(text)) return 'trace';
  const oneWord = !/\s/.test(text);
  if (oneWord && (places.length > 0 || text.includes('/') || (paths[0] === text && !MEMBER.test(text)))) {
    return 'path';
  }
  if (oneWord) return 'symbol';
  const asks = QUESTION.test(text);
  if (text.includes('\n') && (text.length > LONG_TEXT || !asks)) return 'issue';
  if (asks) return 'question';
  if (ERROR.test(text)) return 'error';
  return 'keywords';
}

const ROLE_WORDS: readonly (readonly [FileRole, RegExp])[] = [
  ['test', /\btests?\b|\btesting\b|\bspecs?\b|\bfixtures?\b|\bmock/i],
  ['example', /\bexamples?\b|\bdemos?\b|\bsamples?\b|\btutorial|\bbenchmarks?\b/i],
  ['document', /\breadme\b|\bdocs?\b|\bdocumentation\b|\bchangelog\b|\bguide\b/i],
  ['config', /\bconfig(?:uration)?\b|\bsettings?\b|\bpackage\.json\b|\bworkflow\b/i],
  ['declaration', /\bdeclarations?\b|\.d\.ts\b|\btypings\b|\btypes\b|\btype definitions?\b/i],
  ['generated', /\bgenerated\b/i],
  ['barrel', /\bbarrel\b|\bre-?exports?\b|\bpublic api\b/i],
];

/** In a long text such words occur by chance; only short queries mean them. */
function rolesAskedFor(text: string, kind: QueryKind): ReadonlySet<FileRole> {
  if (kind === 'issue' || kind === 'trace') return new Set();
  return new Set(ROLE_WORDS.filter(([, pattern]) => pattern.test(text)).map(([role]) => role));
}

/** Where questions about the whole project are answered. */
const OF_THE_PROJECT: ReadonlySet<FileRole> = new Set(['document', 'config']);

/** "Tests of X", "where is X tested", on one line: files of that role are the answer, not X itself. */
const WANTED_ROLES: readonly (readonly [FileRole, RegExp])[] = [
  ['test', wanting('(?:(?:unit|integration|regression|e2e) )?(?:tests?|specs?|test cases?)', 'tested')],
  ['example', wanting('(?:examples?|demos?|samples?)', 'demonstrated')],
  ['document', wanting('(?:docs?|documentation|guides?)', 'documented')],
];

function wanting(things: string, participle: string): RegExp {
  const asked = '(?:(?:show|find|list|get)(?: me)? )?(?:(?:all|any) )?(?:the )?';
  return new RegExp(
    `^(?:${asked}${things} (?:for|of|about|on) .*|(?:where|how) (?:is|are) .{1,200} ${participle}\\b.*)$`,
    'i',
  );
}

const ADDING =
  /^(?:please )?(?:(?:can|could) (?:you|we) |(?:i|we) (?:need|want) (?:you )?to |i(?:'d| would) like (?:you )?to )?(?:add|implement|support|introduce|create|allow|enable|let|provide|integrate|expose) \S/i;
