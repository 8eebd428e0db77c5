import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import * as vocabulary from '../src/core/vocabulary.ts';
import { CLIENT_ROUTES } from '../src/interfaces/http/client-routes.ts';
import { OPENINGS } from './src/components/comment-openings.ts';
import { shell } from './src/shell.ts';

const first = readFileSync(new URL('first.js', import.meta.url));
/** Named by its content, so that browsers keep it for good: the first paint waits for it. */
const firstName = `assets/first-${createHash('sha256').update(first).digest('hex').slice(0, 8)}.js`;

/** All that is written in the scripts of the page, and the lists they take names from. */
const SCRIPTS = [
  ...readdirSync(new URL('src/', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(new URL(`src/${path}`, import.meta.url), 'utf8')),
  readFileSync(new URL('../src/core/vocabulary.ts', import.meta.url), 'utf8'),
].join('\n');

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
      // Before the style is named by its content.
      transform: (code, id) => (id.endsWith('.css') ? withShortProperties(code) : undefined),
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
  const called = new Set([...SCRIPTS.matchAll(/\bcall\(\s*'(\w+)'/g)].map(([, name]) => name));
  const routes = Object.entries(CLIENT_ROUTES).filter(([name]) => called.has(name));
  const lines = routes.map(([name, { method, path }]) => `${name} ${method} ${path}`);
  return `export const CLIENT_ROUTES = Object.fromEntries(${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
    const [name, method, path] = line.split(' ');
    return [name, { method, path }];
  }));`;
}

const PROPERTY = /--[a-z][a-z-]+(?:-\d)?/g;

/** Gives each custom property of the style that no script names a name of one or two letters. */
function withShortProperties(style: string): string {
  const names = [...new Set(style.match(PROPERTY))].filter(
    (name) => !new RegExp(`['"\`](?:--)?${name.slice(2)}\\b`).test(SCRIPTS),
  );
  const short = new Map(names.map((name, index) => [name, `--${index.toString(36)}`]));
  return style.replace(PROPERTY, (name) => short.get(name) ?? name);
}

function listsModule(): string {
  return Object.entries(vocabulary)
    .filter(([, value]) => Array.isArray(value))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}
