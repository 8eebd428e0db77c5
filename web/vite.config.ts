import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
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
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  mode: 'production',
  plugins: [
    {
      name: 'openings',
      // What the table of languages says about comments, without the rest of the table.
      load: (id) => (id.endsWith('/comment-openings.ts') ? openingsModule() : undefined),
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
