import { fileURLToPath } from 'node:url';

/** Where the build puts the web page: dist/web, from dist/program and from dist/cli alike. */
export function pageFolder(): string {
  return fileURLToPath(new URL('../web', import.meta.url));
}
