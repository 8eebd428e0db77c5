/**
 * Every language Dossier knows by name: a row holds what the parser, the truncation markers, file roles, import
 * resolution and the page's highlighter need. Grammars and definition patterns stay with the parsers, which look rows
 * up by name.
 */
export interface Language {
  readonly name: string;
  /** File extensions without the dot, matched in lower case unless written in upper case. */
  readonly endings: readonly string[];
  readonly fileNames: readonly string[];
  /** What opens and closes a comment on its own line; brackets for prose and data, which have none. */
  readonly comment: readonly [open: string, close: string];
  readonly role: 'code' | 'document' | 'config';
  /** What separates an owner from its member: `A.b`, `A::b`, `A#b` in docs. Prose and data have none. */
  readonly members: readonly MemberSeparator[];
  /** How its import statements name files; see `resolveImport`. */
  readonly imports: ImportStyle | undefined;
}

type MemberSeparator = '.' | '::' | '->' | '#';

export type ImportStyle =
  | 'script'
  | 'python'
  | 'go'
  | 'rust'
  | 'jvm'
  | 'php'
  | 'lua'
  | 'elixir'
  | 'include'
  | 'ruby'
  | 'css';

const COMMENTS = {
  brackets: ['[', ']'],
  slashes: ['// ', ''],
  hash: ['# ', ''],
  dashes: ['-- ', ''],
  semicolon: ['; ', ''],
  percent: ['% ', ''],
  quote: ['" ', ''],
  bang: ['! ', ''],
  rem: ['rem ', ''],
  markup: ['<!-- ', ' -->'],
  block: ['/* ', ' */'],
  parens: ['(* ', ' *)'],
  braces: ['{ ', ' }'],
} as const;

type Row = readonly [
  name: string,
  endings: string,
  comment: keyof typeof COMMENTS,
  more?: Partial<Pick<Language, 'fileNames' | 'role' | 'members' | 'imports'>>,
];

const ROWS: readonly Row[] = [
  ['typescript', 'ts mts cts', 'slashes', { imports: 'script' }],
  ['tsx', 'tsx', 'slashes', { imports: 'script' }],
  ['javascript', 'js mjs cjs jsx es6', 'slashes', { imports: 'script' }],
  ['python', 'py pyi pyw', 'hash', { imports: 'python' }],
  ['go', 'go', 'slashes', { imports: 'go' }],
  ['rust', 'rs', 'slashes', { members: ['::', '.'], imports: 'rust' }],
  ['java', 'java', 'slashes', { members: ['.', '#', '::'], imports: 'jvm' }],
  ['kotlin', 'kt kts', 'slashes', { imports: 'jvm' }],
  ['scala', 'scala sc', 'slashes', { imports: 'jvm' }],
  ['c', 'c h', 'slashes', { members: ['.', '->'], imports: 'include' }],
  [
    'cpp',
    'cc cpp cxx c++ hh hpp hxx h++ inl ipp cu cuh ino',
    'slashes',
    { members: ['::', '.', '->'], imports: 'include' },
  ],
  ['csharp', 'cs csx', 'slashes'],
  [
    'ruby',
    'rb rake gemspec ru rbi',
    'hash',
    {
      fileNames: ['Rakefile', 'Gemfile', 'Guardfile', 'Podfile', 'Vagrantfile', 'Fastfile', 'Capfile'],
      members: ['.', '#', '::'],
      imports: 'ruby',
    },
  ],
  ['php', 'php phtml inc php5 php7 phps', 'slashes', { members: ['->', '::'], imports: 'php' }],
  ['swift', 'swift', 'slashes'],
  ['dart', 'dart', 'slashes', { imports: 'include' }],
  ['lua', 'lua rockspec', 'dashes', { imports: 'lua' }],
  [
    'bash',
    'sh bash zsh ksh bats',
    'hash',
    { fileNames: ['.bashrc', '.zshrc', '.profile', '.bash_profile'], imports: 'include' },
  ],
  ['elixir', 'ex exs', 'hash', { imports: 'elixir' }],
  ['zig', 'zig zon', 'slashes', { imports: 'include' }],
  ['solidity', 'sol', 'slashes', { imports: 'include' }],
  ['hcl', 'tf tfvars hcl nomad', 'hash'],
  ['css', 'css', 'block', { imports: 'css' }],
  ['markdown', 'md mdx markdown mkd mdown mdc qmd rmd', 'brackets', { role: 'document' }],
  ['rst', 'rst rest', 'brackets', { role: 'document' }],
  ['asciidoc', 'adoc asciidoc asc', 'brackets', { role: 'document' }],
  [
    'text',
    'txt text log',
    'brackets',
    {
      fileNames: ['.gitignore', '.dockerignore', 'LICENSE', 'NOTICE', 'README', 'CHANGELOG', 'go.mod'],
      role: 'document',
    },
  ],
  ['org', 'org', 'brackets', { role: 'document' }],
  ['tex', 'tex sty cls bib', 'percent', { role: 'document' }],
  ['json', 'json json5 jsonc jsonl ndjson geojson webmanifest ipynb', 'brackets', { role: 'config' }],
  ['yaml', 'yaml yml', 'hash', { role: 'config' }],
  ['toml', 'toml', 'hash', { role: 'config' }],
  ['ini', 'ini cfg conf properties editorconfig service desktop', 'semicolon', { role: 'config' }],
  [
    'xml',
    'xml xsd xsl xslt svg plist csproj vbproj fsproj props targets resx pom wsdl xaml',
    'markup',
    { role: 'config' },
  ],
  ['html', 'html htm xhtml', 'markup', { imports: 'script' }],
  ['vue', 'vue', 'markup', { imports: 'script' }],
  ['svelte', 'svelte', 'markup', { imports: 'script' }],
  ['astro', 'astro', 'slashes', { imports: 'script' }],
  ['scss', 'scss sass', 'slashes'],
  ['less', 'less styl', 'slashes'],
  ['sql', 'sql ddl psql', 'dashes'],
  ['protobuf', 'proto', 'slashes'],
  ['graphql', 'graphql gql graphqls', 'hash'],
  ['thrift', 'thrift', 'slashes'],
  ['elm', 'elm', 'dashes'],
  ['haskell', 'hs lhs', 'dashes'],
  ['ocaml', 'ml mli', 'parens'],
  ['fsharp', 'fs fsi fsx', 'slashes'],
  ['clojure', 'clj cljs cljc edn', 'semicolon'],
  ['erlang', 'erl hrl', 'percent'],
  ['julia', 'jl', 'hash'],
  ['r', 'r R', 'hash'],
  ['perl', 'pl pm t', 'hash', { members: ['->', '::'] }],
  ['powershell', 'ps1 psm1 psd1', 'hash'],
  ['groovy', 'groovy gradle', 'slashes', { fileNames: ['Jenkinsfile'] }],
  ['objective-c', 'm mm', 'slashes'],
  ['nim', 'nim', 'hash'],
  ['crystal', 'cr', 'hash'],
  ['d', 'd', 'slashes'],
  ['pascal', 'pas pp dpr', 'braces'],
  ['fortran', 'f f90 f95 f03 for', 'bang'],
  ['ada', 'adb ads', 'dashes'],
  ['lisp', 'lisp lsp cl el scm ss rkt', 'semicolon'],
  ['assembly', 's asm S', 'semicolon'],
  ['cmake', 'cmake', 'hash', { fileNames: ['CMakeLists.txt'] }],
  ['make', 'mk mak', 'hash', { fileNames: ['Makefile', 'makefile', 'GNUmakefile'] }],
  ['nix', 'nix', 'hash'],
  ['vim', 'vim vimrc', 'quote', { fileNames: ['vimrc'] }],
  ['awk', 'awk', 'hash'],
  ['tcl', 'tcl', 'hash'],
  ['vhdl', 'vhd vhdl', 'dashes'],
  ['verilog', 'v sv svh', 'slashes'],
  ['wgsl', 'wgsl glsl vert frag hlsl metal', 'slashes'],
  ['starlark', 'bzl star bazel', 'hash', { fileNames: ['BUILD', 'WORKSPACE'] }],
  [
    'template',
    'ejs erb hbs handlebars mustache jinja j2 njk tmpl tpl liquid pug jade haml slim heex eex leex',
    'markup',
  ],
  ['batch', 'bat cmd', 'rem'],
  ['csv', 'csv tsv', 'brackets', { role: 'config' }],
  ['diff', 'diff patch', 'brackets', { role: 'config' }],
  ['dockerfile', '', 'hash', { fileNames: ['Dockerfile', 'Containerfile'], role: 'config' }],
];

export const LANGUAGES: readonly Language[] = ROWS.map(([name, endings, mark, more]) => ({
  name,
  endings: endings === '' ? [] : endings.split(' '),
  fileNames: more?.fileNames ?? [],
  comment: COMMENTS[mark],
  role: more?.role ?? 'code',
  members: more?.members ?? (more?.role === undefined ? ['.'] : []),
  imports: more?.imports,
}));

/** Every member separator, as regular expression source. */
export const MEMBER_SEPARATOR = `(?:${[...new Set(LANGUAGES.flatMap(({ members }) => members))].join('|').replaceAll('.', '\\.')})`;

const BY_NAME = new Map(LANGUAGES.map((language) => [language.name, language]));
const BY_ENDING = new Map(
  LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language] as const)),
);
const BY_FILE_NAME = new Map(
  LANGUAGES.flatMap((language) => language.fileNames.map((name) => [name, language] as const)),
);

/** Names other tools use for the same languages. */
export const ALIASES: Readonly<Record<string, string>> = {
  shell: 'bash',
  objc: 'objective-c',
  c_sharp: 'csharp',
  terraform: 'hcl',
  makefile: 'make',
  latex: 'tex',
  scheme: 'lisp',
};

/** A language by its name, an alias, or one of its extensions. */
export function languageNamed(name: string): Language | undefined {
  const key = name.toLowerCase();
  return BY_NAME.get(ALIASES[key] ?? key) ?? BY_ENDING.get(key);
}

/** The language of a path by its file name; undefined for plain text of no known kind. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const ending = dot < 0 ? '' : name.slice(dot + 1);
  return (
    BY_FILE_NAME.get(name) ??
    BY_ENDING.get(ending) ??
    BY_ENDING.get(ending.toLowerCase()) ??
    (/^Dockerfile\b|\.dockerfile$/i.test(name) ? BY_NAME.get('dockerfile') : undefined)
  );
}
