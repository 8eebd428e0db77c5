/** Languages read without a grammar: by headings, by keys, by line patterns, or by blocks of lines alone. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  markdown: 'md mdx markdown mkd mdown mdc qmd rmd',
  rst: 'rst rest',
  asciidoc: 'adoc asciidoc asc',
  text: 'txt text log',
  org: 'org',
  tex: 'tex sty cls bib',
  json: 'json json5 jsonc jsonl ndjson geojson webmanifest ipynb',
  yaml: 'yaml yml',
  toml: 'toml',
  ini: 'ini cfg conf properties editorconfig service desktop',
  xml: 'xml xsd xsl xslt svg plist csproj vbproj fsproj props targets resx pom wsdl xaml',
  html: 'html htm xhtml',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
  scss: 'scss sass',
  less: 'less styl',
  sql: 'sql ddl psql',
  protobuf: 'proto',
  graphql: 'graphql gql graphqls',
  thrift: 'thrift',
  haskell: 'hs lhs',
  ocaml: 'ml mli',
  fsharp: 'fs fsi fsx',
  clojure: 'clj cljs cljc edn',
  erlang: 'erl hrl',
  julia: 'jl',
  r: 'r R',
  perl: 'pl pm t',
  powershell: 'ps1 psm1 psd1',
  groovy: 'groovy gradle',
  'objective-c': 'm mm',
  nim: 'nim',
  crystal: 'cr',
  d: 'd',
  pascal: 'pas pp dpr',
  fortran: 'f f90 f95 f03 for',
  ada: 'adb ads',
  lisp: 'lisp lsp cl el scm ss rkt',
  assembly: 's asm S',
  cmake: 'cmake',
  make: 'mk mak',
  nix: 'nix',
  vim: 'vim vimrc',
  awk: 'awk',
  tcl: 'tcl',
  vhdl: 'vhd vhdl',
  verilog: 'v sv svh',
  wgsl: 'wgsl glsl vert frag hlsl metal',
  starlark: 'bzl star bazel',
  template: 'ejs erb hbs handlebars mustache jinja j2 njk tmpl tpl liquid pug jade haml slim heex eex leex',
  batch: 'bat cmd',
  csv: 'csv tsv',
  diff: 'diff patch',
};

const FILE_NAMES: Readonly<Record<string, string>> = {
  Makefile: 'make',
  makefile: 'make',
  GNUmakefile: 'make',
  Dockerfile: 'dockerfile',
  Containerfile: 'dockerfile',
  'CMakeLists.txt': 'cmake',
  Jenkinsfile: 'groovy',
  BUILD: 'starlark',
  WORKSPACE: 'starlark',
  '.gitignore': 'text',
  '.dockerignore': 'text',
  LICENSE: 'text',
  NOTICE: 'text',
  README: 'text',
  CHANGELOG: 'text',
  'go.mod': 'text',
};

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, list]) =>
    list.split(' ').map((extension) => [extension, language] as const),
  ),
);
const BY_FILE_NAME = new Map(Object.entries(FILE_NAMES));

export function plainLanguageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return (
    BY_FILE_NAME.get(name) ??
    BY_EXTENSION.get(extension) ??
    BY_EXTENSION.get(extension.toLowerCase()) ??
    (/^Dockerfile\b|\.dockerfile$/i.test(name) ? 'dockerfile' : undefined)
  );
}

export const PLAIN_LANGUAGES: readonly string[] = [
  ...new Set([...BY_EXTENSION.values(), ...BY_FILE_NAME.values()]),
];
