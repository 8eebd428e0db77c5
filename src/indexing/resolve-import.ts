import { type ImportStyle, languageNamed } from '../core/languages.ts';
import { folderOf, joinPath, type ProjectPaths } from './project-paths.ts';

/** Resolves an import to a file of the project; undefined for a library or when unclear. */
export function resolveImport(
  paths: ProjectPaths,
  statement: { readonly language: string; readonly module: string; readonly from: string },
): string | undefined {
  const style = languageNamed(statement.language)?.imports;
  return style === undefined ? undefined : RESOLVERS[style](paths, statement.module, statement.from);
}

type Resolver = (paths: ProjectPaths, module: string, from: string) => string | undefined;

const SCRIPT_ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.d.ts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.mts',
  '.vue',
  '.svelte',
  '.json',
];
const SCRIPT_INDEXES = SCRIPT_ENDINGS.slice(1, 9).map((ending) => `/index${ending}`);
const SCRIPT_SUFFIXES = [...SCRIPT_ENDINGS, ...SCRIPT_INDEXES];

const script: Resolver = (paths, module, from) => {
  if (module.startsWith('.')) {
    const base = joinPath(folderOf(from), module);
    return base === undefined ? undefined : firstScript((path) => (paths.has(path) ? path : undefined), base);
  }
  // `@/x`, `~/x` and `#x` are aliases of a source folder; `@scope/package/x` and `package/x` may be in this workspace.
  const alias = /^(?:[@~#]\/|[~#])(.+)$/.exec(module)?.[1];
  if (alias !== undefined) return firstScript((path) => paths.endingWith(path, from), alias);
  const segments = module.split('/').slice(module.startsWith('@') ? 1 : 0);
  const name = segments[0] ?? '';
  if (segments.length === 1) {
    return firstScript((path) => paths.endingWith(path, from), `${name}/src/index`, SCRIPT_ENDINGS.slice(1));
  }
  const rest = segments.slice(1).join('/');
  return (
    firstScript((path) => paths.endingWith(path, from), `${name}/src/${rest}`) ??
    firstScript((path) => paths.endingWith(path, from), `${name}/${rest}`)
  );
};

/** TypeScript writes `./a.js` for a.ts: an extension that leads nowhere is dropped. */
function firstScript(
  look: (path: string) => string | undefined,
  base: string,
  endings: readonly string[] = SCRIPT_SUFFIXES,
): string | undefined {
  const bare = base.replace(/\.(js|jsx|mjs|cjs)$/, '');
  for (const candidate of bare === base ? [base] : [base, bare]) {
    for (const ending of endings) {
      const found = look(candidate + ending);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const python: Resolver = (paths, module, from) => {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const path = module.slice(dots).replaceAll('.', '/');
  if (dots > 0) {
    const base = joinPath(folderOf(from), `${'../'.repeat(dots - 1)}${path}`);
    return base === undefined
      ? undefined
      : [`${base}.py`, `${base}/__init__.py`, `${base}.pyi`].find(paths.has);
  }
  return paths.endingWith(`${path}.py`, from) ?? paths.endingWith(`${path}/__init__.py`, from);
};

/** The longest suffix of the import path that is a folder of the project. */
const go: Resolver = (paths, module, from) => {
  if (!module.includes('.') && !module.includes('/')) return undefined;
  const segments = module.split('/');
  const hosted = (segments[0] ?? '').includes('.');
  if (!hosted) return undefined;
  for (let start = 1; start < segments.length; start++) {
    const found = paths.inFolder(segments.slice(start).join('/'), from);
    if (found !== undefined) return found;
  }
  return undefined;
};

const rust: Resolver = (paths, module, from) => {
  const segments = module.split('::').filter((segment) => segment !== '');
  const source = /^(.*?(?:^|\/)src)\//.exec(from)?.[1];
  const owner = /(^|\/)(mod|lib|main)\.rs$/.test(from) ? folderOf(from) : from.replace(/\.rs$/, '');
  let base: string | undefined;
  const [head = ''] = segments;
  if (head === 'crate') base = source;
  else if (head === 'self') base = owner;
  else if (head === 'super') base = folderOf(owner);
  else {
    const crate =
      paths.endingWith(`${head.replaceAll('_', '-')}/src/lib.rs`, from) ??
      paths.endingWith(`${head}/src/lib.rs`, from);
    if (crate === undefined) return undefined;
    base = folderOf(crate);
  }
  if (base === undefined) return undefined;
  for (let length = segments.length; length >= 1; length--) {
    const path = [base, ...segments.slice(1, length)].join('/');
    const found = [`${path}.rs`, `${path}/mod.rs`, `${path}/lib.rs`].find(paths.has);
    if (found !== undefined && found !== from) return found;
  }
  return undefined;
};

/** Languages whose module names are paths: `a.b.C` is a/b/C.java. */
function dotted(
  extensions: readonly string[],
  separator: string | RegExp,
  last: readonly string[] = [''],
): Resolver {
  return (paths, module, from) => {
    const segments = module.replace(/^\\/, '').split(separator);
    for (let start = 0; start < Math.max(1, segments.length - 1); start++) {
      const path = segments.slice(start).join('/');
      for (const extension of extensions) {
        for (const ending of last) {
          const found = paths.endingWith(`${path}${ending}.${extension}`, from);
          if (found !== undefined) return found;
        }
      }
    }
    return undefined;
  };
}

/** Languages that import files: relative to the importing file, else by path suffix. */
function named(...endings: readonly string[]): Resolver {
  return (paths, module, from) => {
    const plain = module.replace(/^package:[^/]+\//, '');
    const beside = joinPath(folderOf(from), plain);
    for (const ending of endings) {
      if (beside !== undefined && paths.has(beside + ending)) return beside + ending;
    }
    const suffix = plain.replace(/^(\.\.?\/)+/, '');
    for (const ending of endings) {
      const found = paths.endingWith(suffix + ending, from);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

const elixir: Resolver = (paths, module, from) => {
  const path = module
    .split('.')
    .map((part) => part.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase())
    .join('/');
  return paths.endingWith(`${path}.ex`, from);
};

const RESOLVERS: Readonly<Record<ImportStyle, Resolver>> = {
  script,
  python,
  go,
  rust,
  jvm: dotted(['java', 'kt', 'scala'], '.'),
  php: (paths, module, from) =>
    module.includes('\\')
      ? dotted(['php'], '\\')(paths, module, from)
      : named('', '.php')(paths, module, from),
  lua: dotted(['lua'], /[./]/, ['', '/init']),
  elixir,
  include: named(''),
  ruby: named('.rb', ''),
  css: named('', '.css'),
};
