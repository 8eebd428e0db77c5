import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'vite';
import * as vocabulary from '../src/core/vocabulary.ts';
import { CLIENT_ROUTES } from '../src/interfaces/http/client-routes.ts';
import { OPENINGS } from './src/components/comment-openings.ts';
import { shell } from './src/shell.ts';

const first = readFileSync(new URL('first.js', import.meta.url));
/** Named by its content, so that browsers keep it for good: the first paint waits for it. */
const firstName = `assets/first-${createHash('sha256').update(first).digest('hex').slice(0, 8)}.js`;

/** The page is built into dist/web and served by `dossier serve`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  // Never with the places of the sources in it, whatever the environment of the build says.
  oxc: {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', development: false },
    jsxInject: `import { h, Fragment } from 'preact'`,
  },
  mode: 'production',
  plugins: [
    {
      name: 'openings',
      // What the table of languages says about comments, without the rest of the table.
      load: (id) => (id.endsWith('/comment-openings.ts') ? openingsModule() : undefined),
    },
    {
      name: 'routes',
      // Of all operations that the server has, those that the page calls.
      load: (id) => (id.endsWith('/client-routes.ts') ? routesModule() : undefined),
    },
    {
      name: 'vocabulary',
      // Lists as they are: a list made of others is kept by the bundler, whoever uses it.
      load: (id) => (id.endsWith('/core/vocabulary.ts') ? listsModule() : undefined),
    },
    {
      name: 'properties',
      enforce: 'post',
      generateBundle: (_, bundle) => shortenProperties(Object.values(bundle)),
    },
    {
      name: 'shell',
      transformIndexHtml: {
        order: 'post',
        handler: (html) =>
          html
            .replace('<!-- shell -->', shell())
            .replace('first.js', firstName)
            // Loaded beside the style; first.js runs it.
            .replace(
              /<script type="module" crossorigin src="([^"]+)"><\/script>/,
              '<link rel="modulepreload" crossorigin href="$1">',
            ),
      },
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: firstName, source: first });
      },
    },
  ],
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // What the script needs (Map.groupBy) these have, and light-dark(), which is half as long as what stands for it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A strict content security policy forbids inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

/** Exports the same object as the module it replaces, written shorter: names listed by what opens a comment. */
function openingsModule(): string {
  const lists = [...new Set(Object.values(OPENINGS))].map((open) => [
    open,
    Object.keys(OPENINGS)
      .filter((name) => OPENINGS[name] === open)
      .join(' '),
  ]);
  return `export const OPENINGS = Object.fromEntries(${JSON.stringify(lists)}.flatMap(
    ([open, names]) => names.split(' ').map((name) => [name, open]),
  ));`;
}

function routesModule(): string {
  const folder = new URL('src/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(new URL(path, folder), 'utf8'))
    .join('\n');
  const called = new Set([...sources.matchAll(/\bcall\(\s*'(\w+)'/g)].map(([, name]) => name));
  const routes = Object.entries(CLIENT_ROUTES).filter(([name]) => called.has(name));
  const lines = routes.map(([name, { method, path }]) => `${name} ${method} ${path}`);
  return `export const CLIENT_ROUTES = Object.fromEntries(${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
    const [name, method, path] = line.split(' ');
    return [name, { method, path }];
  }));`;
}

/** Gives each custom property of the style that no script names a name of one or two letters. */
function shortenProperties(files: readonly Rolldown.OutputBundle[string][]): void {
  const scripts = files.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  for (const file of files) {
    if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
    const style = String(file.source);
    const names = [...new Set(style.match(/--[a-z][a-z-]+(?:-\d)?/g))].filter(
      (name) => !new RegExp(`[\`'"](?:--)?${name.slice(2)}[\`'"]`).test(scripts),
    );
    const short = new Map(names.map((name, index) => [name, `--${index.toString(36)}`]));
    file.source = style.replace(/--[a-z][a-z-]+(?:-\d)?/g, (name) => short.get(name) ?? name);
  }
}

function listsModule(): string {
  return Object.entries(vocabulary)
    .filter(([, value]) => Array.isArray(value))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}
