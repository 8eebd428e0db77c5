import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { shell } from './src/shell.ts';

/** The page is built into dist/web and served by `dossier serve`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  // Never with the places of the sources in it, whatever the environment of the build says.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  mode: 'production',
  plugins: [{ name: 'shell', transformIndexHtml: (html) => html.replace('<!-- shell -->', shell()) }],
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // A strict content security policy forbids inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
