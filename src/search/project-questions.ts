import type { ProjectQuestion, ProjectTopic } from '../core/query.ts';

interface Asking extends ProjectTopic {
  /** Without one of these the question is about something else. */
  readonly asked: RegExp;
  /** What else may be said; every other word makes it a question about a part of the project. */
  readonly words: ReadonlySet<string>;
}

/**
 * What is asked of the project as a whole: what it is for, how it is laid out, set up, run, tested, released. The words
 * of such a question ("run", "project", "tests") stand everywhere in the code, and its answer in the README, the manifest
 * or the contributors' guide, so that names of files and headings lead there instead. `text` is what is left of a
 * question in another language, `original`: its telling words.
 */
export function projectQuestion(text: string, original?: string): ProjectQuestion | undefined {
  const translated = original !== undefined;
  const said = `${text} ${translated && PROJECT_ELSEWHERE.test(original) ? 'project' : ''}`;
  const words = said.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  if (words.length > MAX_WORDS) return undefined;
  const sentence = words.join(' ');
  if (words.length < 2 && !translated && !ONE_WORD.test(sentence)) return undefined;
  const topic = TOPICS.find(
    ({ asked, words: others }) =>
      // Words first: they rule out most questions, and a pattern that is never tried is never compiled.
      words.every((word) => FILLER.has(word) || PROJECT.has(word) || others.has(word)) &&
      asked.test(sentence),
  );
  if (topic !== undefined) return { topic };
  const named = ABOUT_A_NAME.exec(sentence)
    ?.slice(1)
    .find((name) => name !== undefined);
  return named === undefined || FILLER.has(named) ? undefined : { topic: OVERVIEW, named };
}

/** Their word lists take these for words of any question. */
const PROJECT_ELSEWHERE =
  /projekt|proyecto|projet|projeto|repositorio|d[ée]p[ôo]t|reposit[óo]rio|проект|репозитори|项目|專案|仓库|プロジェクト|リポジトリ/i;

/** Any other single word is a name to look for. */
const ONE_WORD = /^(?:changelog|overview|licen[sc]e)$/;

/** How well a file answers, 0 to 1: the likeliest of the topic nearest to the project's root. */
export function answersTopic({ files }: ProjectTopic, path: string): number {
  const place = files.findIndex((pattern) => pattern.test(path));
  if (place < 0) return 0;
  const depth = path.replace(OF_THE_WHOLE, '').split('/').length - 1;
  return depth > DEEPEST ? 0 : LATER_KIND ** place * FOLDER_BELOW ** depth;
}

/** Documents here are about the whole project. */
const OF_THE_WHOLE = /^(?:docs?\/|documentation\/|\.github\/workflows\/|\.github\/|\.circleci\/)/;
/** A file further down is about a part. */
const DEEPEST = 3;
const FOLDER_BELOW = 0.5;
const LATER_KIND = 0.85;

/** Longer texts say what they are about. */
const MAX_WORDS = 16;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const PROJECT = wordsOf(
  'project projects repo repos repository codebase code base app application package library tool program software thing service site website',
);

const FILLER = wordsOf(
  `a about all also an and any are around as at be by can could describe did do does each easiest explain find first for from
  get give go had has have help here hey hi high how i if in inside into is it its just know level like list look main me my
  need new of on one onto or our out overall please point quick quickly short brief show so source sources tell that the their
  them there these they this those to understand up us use used using want was way we were what when where which who whole why
  will with within would you your m re ve ll d t s locally local machine computer myself actually exactly basically currently`,
);

const ABOUT_A_NAME =
  /^(?:what (?:is|are|s) ([\p{L}\p{N}_-]+)|what does ([\p{L}\p{N}_-]+) do|what (?:is|s) ([\p{L}\p{N}_-]+) (?:for|about)|tell me about ([\p{L}\p{N}_-]+)|explain ([\p{L}\p{N}_-]+))$/u;

const README = /^(?:.*\/)?readme(?:\.\w+)?$/i;
const GUIDE =
  /^(?:docs?\/|\.github\/)?(?:contributing|contribution|hacking|development|developing|developers?)(?:\.\w+)?$/i;
const FOR_AGENTS = /^(?:(?:agents|claude|gemini)\.md|\.github\/copilot-instructions\.md)$/i;
const MANIFEST =
  /^(?:.*\/)?(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|build\.sbt|composer\.json|gemfile|mix\.exs|package\.swift|project\.clj|[\w.-]+\.(?:gemspec|csproj|sln|cabal)|deno\.jsonc?|pubspec\.yaml|cmakelists\.txt|meson\.build|requirements[\w-]*\.txt|environment\.ya?ml|rockspec)$/i;
const TASKS =
  /^(?:.*\/)?(?:makefile|gnumakefile|justfile|taskfile\.ya?ml|rakefile|tox\.ini|noxfile\.py|tasks\.py|package\.json|mise\.toml|pytest\.ini|pyproject\.toml)$/i;
const CONTAINERS = /^(?:.*\/)?(?:dockerfile|(?:docker-)?compose\.ya?ml|procfile|devcontainer\.json)$/i;
const WORKFLOW = /^\.(?:github\/workflows\/.*|gitlab-ci|circleci\/config|travis)(?:\.ya?ml)$/i;
const CHANGES = /^(?:.*\/)?(?:changelog|changes|history|news|releases?|release[-_]notes)(?:\.\w+)?$/i;

/** A document of the project's docs whose name has one of these. */
function docs(names: string): RegExp {
  return new RegExp(
    `^(?:docs?|documentation|wiki|website|site)/(?:.*/)?[^/]*(?:${names})[^/]*\\.(?:mdx?|rst|adoc|txt|org)$|^[^/]*(?:${names})[^/]*\\.(?:mdx?|rst|adoc|txt)$`,
    'i',
  );
}

const OVERVIEW: Asking = {
  name: 'overview',
  asked: new RegExp(
    `\\b(?:${[...PROJECT].join('|')}|overview|introduction|summary|readme|purpose)\\b|^(?:so )?what (?:is|s|does) (?:this|it|that)(?: (?:do|for|about|all about))?$|\\bwhat (?:is|s) this$`,
  ),
  words: wordsOf(
    'purpose overview introduction intro summary summarize summarise summarized goal idea readme problem problems solve solves meant walk through tour good make makes doing going design',
  ),
  files: [
    README,
    docs('overview|introduction|index|about|what-is|getting.?started'),
    MANIFEST,
    docs('architecture'),
  ],
};

const STARTING = wordsOf(
  'run running runs install installed installing installation build built building start started starting getting launch compile compiled compiling set setup setting up develop development developing dev environment server quickstart usage begin requirements prerequisites docker container instructions steps guide command commands own works working scratch',
);

/** The first that fits is meant. */
const TOPICS: readonly Asking[] = [
  {
    name: 'tests',
    asked:
      /\b(?:run|running|runs|execute|executed|executing|start|launch|command|commands|how)\b.*\btests?\b|\btests?\b.*\b(?:run|running|executed?|command|locally|suite)\b|\btesting\b/,
    words: wordsOf(
      'test tests testing tested unit integration e2e end suite suites spec specs single one only specific file run running runs execute executed executing start launch command commands coverage before pushing commit',
    ),
    files: [GUIDE, FOR_AGENTS, README, TASKS, docs('test|contribut|develop|hacking'), MANIFEST, WORKFLOW],
    part: /\btest(?:s|ing|ed)?\b/i,
  },
  {
    name: 'contribute',
    asked:
      /\b(?:contribut\w*|conventions?|guidelines?|style|lint\w*|formatt?(?:er|ing)?|commit messages?|pull requests?)\b/,
    words: wordsOf(
      'contribute contributing contribution contributions contributor contributors guideline guidelines guide convention conventions style coding naming rules rule lint linter linting linted format formatter formatting formatted commit commits message messages pull request requests review process follow run write open make submit change changes',
    ),
    files: [GUIDE, FOR_AGENTS, docs('contribut|style|convention|guideline'), README, TASKS],
    part: /\b(?:contribut\w*|conventions?|guidelines?|style|lint\w*|format\w*|commits?|pull requests?|reviews?)\b/i,
  },
  {
    name: 'changes',
    asked:
      /\b(?:changelog|release notes?|(?:changed|new|changes|news)\b.*\b(?:version|release|recently|lately|latest|last)|(?:latest|last|recent|newest) (?:changes|version|release))\b/,
    words: wordsOf(
      'changelog change changes changed new news version versions release releases released notes note last latest recent newest recently lately current since history',
    ),
    files: [CHANGES, README],
  },
  {
    name: 'deploy',
    asked: /\b(?:deploy\w*|(?:self-?)?host(?:ed|ing)?|(?:in|to) production|docker|kubernetes)\b/,
    words: wordsOf(
      'deploy deployed deploying deployment deployments host hosted hosting self self-host self-hosted self-hosting production server servers cloud docker kubernetes container containers environment image images compose process way ways guide instructions run running start ship shipped ci cd pipeline pipelines workflow workflows',
    ),
    files: [
      docs('deploy|hosting|production|docker|install'),
      README,
      CONTAINERS,
      /^\.github\/workflows\/.*(?:deploy|release|publish).*\.ya?ml$/i,
      GUIDE,
      FOR_AGENTS,
      TASKS,
    ],
    part: /\b(?:deploy\w*|hosting|production|docker|install\w*)\b/i,
  },
  {
    name: 'release',
    asked: /\b(?:released?|releases|releasing|publish\w*|ci|pipelines?)\b/,
    words: wordsOf(
      'release released releases releasing publish published publishing ship shipped ci cd pipeline pipelines workflow workflows continuous integration delivery cut make made new version versions done process production server npm pypi run runs set configured happen happens',
    ),
    files: [docs('releas|publish'), GUIDE, WORKFLOW, README, FOR_AGENTS, CONTAINERS, TASKS],
    part: /\b(?:releas\w*|publish\w*|ci|pipelines?)\b/i,
  },
  {
    name: 'development',
    asked:
      /\b(?:(?:how|where|need|want|commands?|steps|instructions|guide|set up|setting up)\b.*\b(?:build|built|building|compile|compiled|develop|development|dev|environment|from source)|(?:set up|setup|setting up)\b.*\b(?:project|repo|locally)|build (?:instructions|guide|steps|commands?)|(?:build|compile) (?:the |this |my |our )?(?:project|app|application|repo|code|program|locally))\b/,
    words: STARTING,
    files: [
      GUIDE,
      FOR_AGENTS,
      README,
      docs('develop|build|compil|contribut|setup|set-up|install|getting.?started'),
      TASKS,
      CONTAINERS,
      MANIFEST,
    ],
    part: /\b(?:build\w*|compil\w*|develop\w*|set ?up|environment|requirements|prerequisites|scripts|getting started)\b/i,
  },
  {
    name: 'setup',
    asked:
      /\b(?:(?:how|where|need|want|commands?|steps|instructions|guide|easiest)\b.*\b(?:run|running|install|installed|installation|start|started|launch|set up|setup|use)|install(?:ing|ation)?|getting started|get started|quick ?start|(?:setup|start|usage) (?:instructions|guide|steps|commands?)|(?:start|run|launch|install) (?:the |this |my |our )?(?:project|app|application|server|repo|code|program|locally))\b/,
    words: STARTING,
    files: [
      README,
      docs('install|setup|set-up|getting.?started|quick.?start|usage'),
      GUIDE,
      FOR_AGENTS,
      TASKS,
      MANIFEST,
      CONTAINERS,
    ],
    part: /\b(?:install\w*|set ?up|getting started|quick ?start|usage|run(?:ning)?|start\w*|build\w*|requirements|prerequisites|scripts)\b/i,
  },
  {
    name: 'dependencies',
    asked:
      /\b(?:dependenc(?:y|ies)|depends?|libraries|frameworks?|(?:tech|technology)\b.*\b(?:stack|used)|stack|technologies|languages? (?:is|are|was)|(?:written|programmed) in)\b/,
    words: wordsOf(
      'dependency dependencies depend depends libraries frameworks framework stack tech technology technologies language languages programming programmed written built external third party packages require required requires runtime',
    ),
    files: [MANIFEST, README, docs('stack|dependenc|architecture')],
  },
  {
    name: 'licence',
    asked: /\blicen[sc]e[ds]?\b/,
    words: wordsOf(
      'license licence licensed licenced licenses under open commercially commercial free terms',
    ),
    files: [/^(?:licen[sc]e|copying|unlicense)(?:[.-][\w-]+)*$/i, README, MANIFEST],
    part: /licen[sc]e/i,
  },
  {
    name: 'layout',
    asked:
      /\b(?:organi[sz]ed|organi[sz]ation|struct(?:ured?)?|architecture|laid out|layout|entry ?points?|folders?|director(?:y|ies)|modules|components|tour|where\b.*\b(?:start|begin)|(?:project|repo|codebase|code|app|application|library|tool|program) works?)\b/,
    words: wordsOf(
      'organised organized organisation organization struct structure structured architecture architectural design laid layout lay entry entrypoint entrypoints points folder folders directory directories tree files module modules component components parts important key tour walk through start starting begin reading read work works working together fit overview diagram',
    ),
    files: [
      /^(?:docs?\/)?(?:.*\/)?(?:architecture|design|structure|overview|internals|code.?map)[^/]*\.(?:mdx?|rst|adoc|txt)$/i,
      FOR_AGENTS,
      GUIDE,
      README,
      MANIFEST,
    ],
    part: /\b(?:structure|layout|architecture|organi[sz]\w*|overview|modules|packages|director(?:y|ies)|folders?|how it works|design|internals|map|rooms)\b/i,
  },
  OVERVIEW,
];
