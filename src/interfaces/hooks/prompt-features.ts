import { WORD_LISTS, type WordKind } from './prompt-words.ts';

/** The classifier's features of a prompt: shapes and word kinds by name, word sequences as text. */
export interface PromptFeatures {
  readonly shapes: ReadonlyMap<string, number>;
  readonly sequences: ReadonlySet<string>;
}

/** Long prompts are mostly pasted output; the beginning says what is wanted. */
const READ_CHARACTERS = 2000;
const READ_WORDS = 80;
const SEQUENCE_CHARACTERS = 600;
const SEQUENCE_WORDS = 40;
/** The first words count by their place too: "check whether" asks, "can you check" as well. */
const PLACED_WORDS = 3;
const FIRST_CHARACTERS = 60;

const CODE_NAME = /[a-z][A-Z]|\w_\w|`[^`]+`|\w\(\)|::|\b[A-Z][A-Z0-9]+_[A-Z]|[A-Z]\w+#\w/;
/** Products and folders whose names look like code and say nothing about the project. */
const PRODUCT_NAMES =
  /\b(?:java|type)script\b|\bgraphql\b|\bgit(?:hub|lab)\b|\b(?:mongo|dynamo|maria)db\b|\b(?:postgre|my|no)sql\b|\bsqlite\b|\bmacos\b|\bios\b|\biphone\b|\bipad(?:os)?\b|\bchatgpt\b|\bopenai\b|\bdevops\b|\byoutube\b|\blinkedin\b|\bpytorch\b|\btensorflow\b|\bnumpy\b|\bintellij\b|\bvs ?code\b|\bpowershell\b|\bwebassembly\b|\boauth\b|\bnode_modules\b/gi;
const FILE_PATH =
  /(?:^|[\s(@"'`])(?:~?[/\\])?(?:[\w.@()[\]-]+[/\\])+[\w.[\]-]+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|ipynb|go|rs|java|kt|rb|php|cs|c|h|[ch]pp|cc|swift|dart|lua|gd|sql|prisma|ya?ml|jsonc?|jsonl|toml|ini|cfg|config|mdx?|mdc|txt|csv|vue|svelte|astro|sh|ps1|s?css|html?|xml|tf|proto|lock|gradle|env|ino)\b|(?:^|\s)\.env\b|Makefile|Dockerfile/;
const ERROR_TEXT =
  /\w+(?:Error|Exception)\b|\bFAIL(?:ED)?\b|\bpanic\b|Traceback|\berror(?:\[\w+\])?: |^\s+at \S|[A-Za-z_]:\d+(?::\d+)?\b|expected.*(?:got|to (?:be|equal))|segfault|undefined (?:method|is)|stack ?trace|\bERR!|level=error/im;
/** Written without spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/;
const PARTICLES = /[ぁ-ん]|的|了|吗|吧|呢|啊|一下|是|我|你|把|在|和|也|都|就|有|这|那|个|们|到|给|请|帮|\s/g;

/** What one types into a terminal: programs, and words of English before a flag, a path or a subcommand. */
const PROGRAMS = namesOf(
  'cd ls pwd cls clear exit quit mkdir chmod chown rm cp mv grep sed curl wget ssh npm npx pnpm yarn bun deno pip pip3 uv poetry conda virtualenv docker docker-compose kubectl helm terraform brew apt apt-get cargo rustup mvn gradle dotnet flutter bundle rails php composer aws gcloud az gh heroku vercel ollama setx tmux aider claude codex opencode',
);
const WORDS_TOO = namesOf(
  'git python python3 node go make source export set find cat echo open touch kill ping java code',
);
const SUBCOMMANDS = namesOf(
  'add commit push pull status diff log stash checkout switch branch merge rebase reset revert clone init fetch run test build mod install clean',
);
const FIRST_WORD = /^\s*(?:[$>❯%#] ?)?(?:sudo )?([a-z3][a-z3-]*)/;
const AFTER_PROGRAM = /^(?:\s+[\w@"'.~/$+*-]|\s*$)/;
const AFTER_WORD = /^ (?:[-.~/$"']|\w+[./=])/;

/** By sets: one pattern with all these names takes longer to compile than the rest of a decision. */
const COMMAND_LINE = {
  test(text: string): boolean {
    const [start = '', name = ''] = FIRST_WORD.exec(text) ?? [];
    const after = text.slice(start.length);
    if (PROGRAMS.has(name)) return AFTER_PROGRAM.test(after);
    if (!WORDS_TOO.has(name)) return false;
    return AFTER_WORD.test(after) || SUBCOMMANDS.has(/^ (\w+)/.exec(after)?.[1] ?? '');
  },
};

function namesOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Words of a sentence, not of a command. */
const TOLD =
  /\b(?:gives?|says?|wants?|fails?|breaks?|hangs?|takes?|with|if|when|is|are|does|doesn't|the|my|me|you|this|that|it|to|and|but|not?|code)\b|ERR!|error|[:?？] |[?？]$/i;

/** A terminal's own line: what follows was typed there or came from there. */
const SHELL_LINE = /^(?:PS [A-Z]:\\|[\w.-]{1,40}@[\w.-]{1,40}[:% ~]|\([\w.-]{1,40}\) [\w.-]{1,40}@|[➜❯☁~] )/m;

const AGENT_OUTPUT = /[⎿●✻⏺]/;

const SHAPES: readonly (readonly [name: string, pattern: Pick<RegExp, 'test'>])[] = [
  ['code name', CODE_NAME],
  ['camel case', /\b[a-z]+[A-Z]\w*/],
  ['quoted code', /`[^`]+`|\w\(\)|::/],
  ['path', FILE_PATH],
  ['error', ERROR_TEXT],
  ['lines', /\n/],
  ['question mark', /[?？]\s*$/],
  ['slash', /^\//],
  ['quote', /["“”«»]/],
  ['command line', COMMAND_LINE],
  ['mention', /(?:^|\s)@[\w./-]+/],
  ['address', /https?:\/\//],
  ['code block', /```/],
  ['list', /^\s*(?:\d+[.)]|[-*•])\s/m],
  ['many lines', /\n[^\n]*\n[^\n]*\n/],
  ['colon at the end', /[:：]\s*$/],
  ['shell', SHELL_LINE],
  ['agent output', AGENT_OUTPUT],
];

/** Matched against the lowercased text. */
const PHRASES: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'own deed',
    /\bi(?:'ve| have|'m)?(?: (?:just|also|now|already|manually|finally|only))* (?:shared|added|copied|pushed|moved|created|updated|pasted|saved|uploaded|reloaded|restarted|ran|tried|fixed|done|did|made|changed|put|installed|deleted|removed|closed|opened|reverted|committed|stopped|set up|see)\b|\bich habe? |\bj'ai |\b(?:he|ya he) |\bho (?:già )?|\b(?:já|eu) |(?:^|\s)я (?:уже )?|我已经|已经/,
  ],
  [
    'still',
    /\b(?:still|again|same|once more|another try|noch immer|immer noch|wieder|toujours|encore|sigue|todavía|ainda|ancora)\b|всё ещё|все еще|опять|снова|还是|又|まだ/,
  ],
  ['where', /\b(?:where|which|who)\b|\bwo\b|\bwelche|\boù\b|\bdónde|\bonde\b|(?:^|\s)где(?:\s|$)|哪|どこ/],
  [
    'what is',
    /^(?:what(?:'s| is| are| does)|was (?:ist|bedeutet)|c'est quoi|qu'est-ce|qué (?:es|significa)|o que é|что такое|什么是)/,
  ],
  ['how to', /^(?:how (?:do|does|to|can)|wie|comment|cómo|como|как|怎么)/],
  ['why', /^why|^warum|^wieso|pourquoi|por qué|por que|почему|为什么|なぜ/],
  ['ours', /\b(?:our|we|us)\b|\bunser|\bnotre|\bnos\b|\bnuestr|\bnoss[oa]|(?:^|\s)наш|у нас|我们/],
  ['the', /\bthe\b/],
  [
    'required',
    /\b(?:should|must|needs?|has to|have to|able to|possible)\b|\bsoll|\bmuss|\bdoit|\bdoivent|\bfaut\b|\bdebe|\bquiero|\bdeve|\btem que\b|\bprecisa|должн|нужно|чтобы|应该|需要|必须|たい|ほしい|欲しい/,
  ],
  [
    'circumstance',
    /\s(?:when|if|after|while|until|before|unless|since|whenever|once)\s|\s(?:wenn|beim|nach|sobald|quand|lorsque|après|depuis|cuando|después|desde|quando|depois|когда|если|после|при)\s|时|后|すると|ると|たら|ても/,
  ],
  [
    'does not',
    /\b(?:does|is|are|did|was|were)(?:n't|nt| not| nothing)\b|\b(?:kein|nicht mehr|ne \S+ (?:pas|plus)|no se|não)\b|(?:^|\s)не\s|没|不|ない|ません/,
  ],
  [
    'how do I',
    /^(?:how (?:do|can|would|should) (?:i|you|one)|when should i|should i|wie (?:kann|mach) (?:ich|man)|comment (?:on|faire|je)|cómo (?:puedo|se hace)|как (?:мне|можно))\b/,
  ],
  [
    'what is a',
    /^(?:what(?:'s| is| are) (?:an?|the (?:difference|best))|was ist (?:ein|der unterschied)|explain )/,
  ],
  [
    'you',
    /(?<!\b(?:can|could|would|will) )\b(?:you|your|you're|u|du|dich|dir|tu|toi|vous|você)\b|(?:^|\s)ты(?:\s|$)|你|あなた/,
  ],
  ['I', /\b(?:i|i'm|i'd|i'll|my|me|ich|mir|je|moi|yo|me|eu)\b|(?:^|\s)(?:я|мне)(?:\s|$)|我(?!们)/],
  [
    'aside',
    /\b(?:nothing to do with|(?:un|not )related|not about (?:our|this|the) (?:project|repo|code)|side question|off[- ]topic|out of curiosity|interview|homework|for (?:an? |my )?(?:exam|class|course|uni)\b|in (?:general|theory)|generally|these days|nowadays|beginner|cheat ?sheet|vorstellungsgespräch|bewerbungsgespräch|klausur|theoriefrage|allgemein|hat nichts mit|entretien|par curiosité|rien à voir|en général|cours de|entrevista|examen|por curiosidad|nada que ver|en general|prova|curiosidade|nada a ver|em geral)|собеседовани|экзамен|не про (?:наш )?проект|не связан|в общем случае|面试|作业|考试|跟.{0,6}项目没关系|无关|通常|面接|一般論|プロジェクトとは関係|宿題/,
  ],
  [
    'from now on',
    /\b(?:from now on|from here on|for the rest of|in (?:the )?future|going forward|ground rules?|every time|always (?:answer|reply|ask|use|write)|never (?:ask|use|write|mention|touch)|without asking|ab jetzt|ab sofort|in zukunft|immer (?:auf|in|erst)|à partir de maintenant|désormais|toujours (?:en|me)|a partir de ahora|de ahora en adelante|siempre (?:en|me)|a partir de agora|daqui (?:pra|para a) frente|sempre (?:em|me))\b|с этого момента|впредь|отвечай|всегда|从现在|以后|每次|记住|今後|これから|常に|毎回/,
  ],
  [
    'this session',
    /\b(?:(?:this|the|our|last) (?:session|conversation|chat|thread)|what (?:we|you) (?:did|have done|tried|decided|discussed)|handoff|hand ?over|stand-?up|(?:diese[rn]?|die) (?:sitzung|unterhaltung)|was wir (?:gemacht|besprochen)|cette (?:session|conversation)|ce qu'on a (?:fait|décidé)|esta (?:sesión|conversación|sessão|conversa)|lo que (?:hicimos|decidimos)|o que (?:fizemos|decidimos))\b|эт(?:ой|у|а) (?:сесси|разговор|чат)|что (?:мы )?(?:сделали|решили|обсуждали)|这次会话|这个对话|对话内容|刚才的|このセッション|会話|引き継/,
  ],
  [
    'whole project',
    /\b(?:(?:this|the|my|our|whole|entire) (?:repo(?:sitory)?|project|code ?base|package|app|system)|(?:das|dem|dieses?m?|unser) (?:projekt|repo|ganzen?)|(?:ce|le|du) (?:projet|dépôt)|(?:este|el|del|todo el) (?:proyecto|repositorio)|(?:esse|este|o|do) (?:projeto|repositório))\b|проект[аеу]?(?:\s|$)|(?:这个|当前|整个|本)(?:项目|代码|仓)|(?:この|全体)(?:プロジェクト|リポジトリ|の構成)/,
  ],
  ['and', /\b(?:and|then|now|also|but)\b|\bjetzt|\bmaintenant|\bahora|\bagora|теперь|现在|次は/],
];

const { exact, stems, unspaced } = readLists();
const KINDS = Object.keys(WORD_LISTS).filter((kind): kind is WordKind => kind in WORD_LISTS);
const OF_TALK: readonly WordKind[] = ['talk', 'goOn', 'housekeeping', 'steering', 'meta', 'admin'];
const OF_WORK: readonly WordKind[] = ['work', 'symptom', 'project'];

const ARTICLES: ReadonlySet<string> = new Set(
  'the our this these der die das den dem des unser unsere le la les l du des notre nos el los las nuestra o os a as ao aos da do na no nas nos'.split(
    ' ',
  ),
);

/** What git itself says: about the repository, not about its code. */
const OF_GIT =
  /\bgit (?:push|pull|commit|merge|rebase|stash)\b|^\s*(?:fatal|hint|remote): |\[rejected\]|^CONFLICT \(|\b(?:failed to push|would be overwritten by)\b/m;

/** A bare name or path, or pasted output with an error: no scoring needed. */
export function isPlainCode(prompt: string): boolean {
  const text = withoutEditor(prompt).trim().slice(0, READ_CHARACTERS);
  if (OF_GIT.test(text) || isCommand(text)) return false;
  if (SHELL_LINE.test(text) || AGENT_OUTPUT.test(text)) return false;
  if (text.includes('\n') && ERROR_TEXT.test(text)) return true;
  if (UNSPACED.test(text)) return false;
  return text.split(/\s+/).length <= BARE_WORDS && (CODE_NAME.test(text) || FILE_PATH.test(text));
}

/** Of three words one may well be a verb: "show .env variables". */
const BARE_WORDS = 2;

/** A command line and nothing else: typed into the wrong window, or to be run. */
export function isCommand(prompt: string): boolean {
  const text = withoutEditor(prompt)
    .trim()
    .replace(/^`([^`]*)`$/, '$1');
  return text.length <= LONGEST_COMMAND && !/\n/.test(text) && COMMAND_LINE.test(text) && !TOLD.test(text);
}
const LONGEST_COMMAND = 200;

/** An editor puts open files and the selection before what was typed. */
const TYPED_AFTER = '## My request for Codex:';

export function withoutEditor(prompt: string): string {
  const at = prompt.indexOf(TYPED_AFTER);
  return at === -1 ? prompt : prompt.slice(at + TYPED_AFTER.length).trim();
}

export function promptFeatures(prompt: string): PromptFeatures {
  const text = withoutEditor(prompt).slice(0, READ_CHARACTERS);
  const lower = text.toLowerCase().normalize('NFKC').replaceAll('’', "'");
  const shapes = new Map<string, number>();
  const named = text.replaceAll(PRODUCT_NAMES, ' ');
  for (const [name, pattern] of SHAPES) if (pattern.test(named)) shapes.set(name, 1);
  for (const [name, pattern] of PHRASES) if (pattern.test(lower)) shapes.set(name, 1);
  const asked = withoutCourtesy(lower);
  if (asked.greeted) shapes.set('greeted', 1);
  if (asked.polite) shapes.set('polite', 1);
  if (asked.text === '') shapes.set('only courtesy', 1);
  addWordKinds(shapes, lower, asked.text);
  return {
    shapes,
    sequences: sequencesOf(lower.slice(0, SEQUENCE_CHARACTERS), asked.text.slice(0, SEQUENCE_CHARACTERS)),
  };
}

/** Greetings and praise before what is asked: "great, thanks! now …". */
const GREETING =
  /^(?:(?:hey|hi|hello|yo|ok(?:ay)?|great|good|nice|cool|perfect(?:ly)?|awesome|amazing|excellent|wow|thanks?(?: you)?(?: so much| a lot)?|thx|alright|all right|right|yes|yep|yeah|yup|sure|no|nope|nah|well|so|and|but|then|now|next|also|again|oh|ah|hmm+|sorry|please|pls|guys|there|man|mate|dude|good (?:morning|evening|afternoon)|looks? (?:good|great|amazing)|(?:that|it)(?:'s| is)? (?:works?|worked|great|good|better|perfect)|much better|better|first|actually|just|danke|super|gut|bitte|hallo|jetzt|und|merci|bonjour|salut|parfait|maintenant|et|gracias|hola|perfecto|bueno|ahora|y|obrigad[oa]|oi|olá|ótimo|agora|então|e|спасибо|привет|отлично|хорошо|теперь|и|а|谢谢|好的?|你好|ありがとう|はい)[\s,.!;:)–—-]+)+/;
/** What makes an order polite or a wish: "can you please", "I would like you to". */
const COURTESY =
  /^(?:(?:(?:can|could|would|will|may|can't|couldn't) (?:you|we|u|i|ya)(?: (?:please|pls|also|now|just|maybe|help(?: me)?(?: to)?|try(?: and| to)?|go ahead and))*|(?:i|we)(?:'d| would)? (?:also |now |just |really )?(?:like|want|need|wish|love)(?: (?:you|u))?(?: (?:to|help(?: with)?))?|i(?:'m| am) (?:trying|going|looking) to|help me(?: to)?|let'?s|lets|please|pls|plz|kindly|go ahead and|make sure (?:that |to )?|(?:you|we) (?:should|need to|must|have to|can)|is (?:there a way|it possible) (?:to|for you to)|do you mind|would you mind|try (?:to|and)|(?:kannst|könntest|würdest) du(?: (?:bitte|mal))*|ich (?:möchte|will|brauche)|(?:peux|pourrais)-tu|tu (?:peux|pourrais)|je (?:veux|voudrais)|il faut|stp|(?:puedes|podrías|podés|podes)|por favor|(?:quiero|necesito)(?: que)?|(?:você |vc )?(?:pode|poderia)|(?:quero|preciso)(?: que)?|(?:можешь|пожалуйста|давай|нужно|надо|хочу(?:,? чтобы)?)|请|帮我|麻烦|你?能不能|可以)[\s,]*)+/;

/** The prompt without the courtesies it begins with, so that an order reads the same however it is asked. */
function withoutCourtesy(lower: string): {
  readonly text: string;
  readonly greeted: boolean;
  readonly polite: boolean;
} {
  const trimmed = lower.trim();
  const plain = `${trimmed} `.replace(GREETING, '');
  const text = plain.replace(COURTESY, '').replace(GREETING, '').replace(COURTESY, '').trim();
  return { text, greeted: plain.length <= trimmed.length, polite: text.length < plain.trim().length };
}

interface Counted {
  readonly counts: Map<WordKind, number>;
  words: number;
  /** Words in no list: names of things, which small talk has few of. */
  open: number;
  readonly first: Set<WordKind>;
  startsOpen: boolean;
  /** Articles before a thing of the project ("the tooltip") and before a word of talk ("the branch"). */
  namedThings: number;
  namedTalk: number;
}

function addWordKinds(shapes: Map<string, number>, lower: string, asked: string): void {
  const seen = countWords(lower);
  const begins = countWords(asked.slice(0, FIRST_CHARACTERS));
  const of = (kind: WordKind) => seen.counts.get(kind) ?? 0;
  const share = (count: number) => (count / Math.max(1, seen.words)) * 2;
  const sum = (kinds: readonly WordKind[]) => kinds.reduce((total, kind) => total + of(kind), 0);
  const set = (name: string, value: number | boolean) => {
    if (Number(value) !== 0) shapes.set(name, Number(value));
  };
  for (const kind of KINDS) {
    if (kind === 'function') continue;
    set(`has ${kind}`, of(kind) > 0);
    set(`two ${kind}`, of(kind) > 1);
    set(`share ${kind}`, share(of(kind)));
    set(`first ${kind}`, begins.first.has(kind));
  }
  set('first open', begins.startsOpen);
  set('open', Math.min(seen.open, 5) / 2);
  set('named things', Math.min(seen.namedThings, 3) / 2);
  set('names a thing', seen.namedThings > 0);
  set('names talk', seen.namedTalk > 0);
  set('no open', seen.open === 0);
  set('one open', seen.open === 1);
  set('share open', share(seen.open));
  set('words', Math.log2(seen.words + 1) / 3);
  set('short', seen.words <= 3);
  set('long', seen.words > 25);
  set('very long', seen.words > 60);
  set('only points', seen.open === 0 && /\b(?:it|this|that|these|those|them|there|here)\b/.test(lower));
  set('share talk kinds', share(sum(OF_TALK)));
  set('share work kinds', share(sum(OF_WORK)));
  set('only open', sum(OF_TALK) === 0 && seen.open > 0);
  set('only world', of('world') > 0 && of('work') === 0 && of('symptom') === 0);
  set('world and project', of('world') > 0 && of('project') > 0);
}

function countWords(lower: string): Counted {
  const seen: Counted = {
    counts: new Map(),
    words: 0,
    open: 0,
    first: new Set(),
    startsOpen: false,
    namedThings: 0,
    namedTalk: 0,
  };
  const words = (lower.match(/[\p{L}\p{M}\p{N}_'+#-]+/gu) ?? []).slice(0, READ_WORDS);
  for (const [position, word] of words.entries()) {
    if (UNSPACED.test(word)) {
      countUnspaced(seen, word, position === 0);
      continue;
    }
    const kinds = kindsOf(word);
    seen.words++;
    if (kinds.size === 0 && !/^\d+$/.test(word)) {
      seen.open++;
      if (position === 0) seen.startsOpen = true;
    }
    for (const kind of kinds) {
      seen.counts.set(kind, (seen.counts.get(kind) ?? 0) + 1);
      if (position === 0) seen.first.add(kind);
    }
    if (ARTICLES.has(words[position - 1] ?? '')) {
      if (OF_TALK.some((kind) => kinds.has(kind))) seen.namedTalk++;
      else if (kinds.size === 0 || OF_WORK.some((kind) => kinds.has(kind))) seen.namedThings++;
    }
  }
  return seen;
}

function countUnspaced(seen: Counted, word: string, isFirst: boolean): void {
  let rest = word;
  for (const { entry, kind } of unspaced) {
    if (!rest.includes(entry)) continue;
    seen.counts.set(kind, (seen.counts.get(kind) ?? 0) + 1);
    seen.words++;
    if (isFirst && word.startsWith(entry)) seen.first.add(kind);
    rest = rest.replaceAll(entry, ' ');
  }
  // Roughly two characters per word.
  const open = Math.ceil(rest.replaceAll(PARTICLES, '').length / 2);
  seen.open += open;
  seen.words += open;
}

function kindsOf(word: string): ReadonlySet<WordKind> {
  const found = new Set(exact.get(word));
  for (let length = 2; length <= word.length; length++) {
    for (const kind of stems.get(word.slice(0, length)) ?? []) found.add(kind);
  }
  return found;
}

/** Words, word prefixes and word pairs; runs of characters where words are not spaced. */
function sequencesOf(lower: string, asked: string): ReadonlySet<string> {
  const found = new Set<string>();
  const words = (lower.match(/[\p{L}\p{M}\p{N}_']+/gu) ?? []).slice(0, SEQUENCE_WORDS);
  for (const [position, word] of words.entries()) {
    if (UNSPACED.test(word)) {
      for (let length = 2; length <= 3; length++) {
        for (let at = 0; at + length <= word.length; at++) found.add(`c${word.slice(at, at + length)}`);
      }
      continue;
    }
    found.add(`w${word}`);
    if (word.length > 5) found.add(`p${word.slice(0, 5)}`);
    const next = words[position + 1];
    if (next !== undefined) found.add(`b${word} ${next}`);
  }
  const begins = asked.match(/[\p{L}\p{M}\p{N}_']+/gu) ?? [];
  for (const [position, word] of begins.slice(0, PLACED_WORDS).entries()) found.add(`${position}${word}`);
  const [first, second] = begins;
  if (first !== undefined) found.add(`^${first}${second === undefined ? '' : ` ${second}`}`);
  return found;
}

function readLists() {
  const exact = new Map<string, Set<WordKind>>();
  const stems = new Map<string, Set<WordKind>>();
  const unspaced: { readonly entry: string; readonly kind: WordKind }[] = [];
  for (const [name, list] of Object.entries(WORD_LISTS)) {
    const kind = name as WordKind;
    for (const entry of list.split(/\s+/)) {
      if (entry === '') continue;
      if (UNSPACED.test(entry)) {
        unspaced.push({ entry, kind });
        continue;
      }
      const isStem = entry.endsWith('*');
      const kinds = isStem ? stems : exact;
      const word = isStem ? entry.slice(0, -1) : entry;
      kinds.set(word, (kinds.get(word) ?? new Set()).add(kind));
    }
  }
  // Longest first: a long entry may contain a shorter one.
  unspaced.sort((a, b) => b.entry.length - a.entry.length);
  return { exact, stems, unspaced };
}
