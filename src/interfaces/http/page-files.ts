import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the built page. Only files in its folder at startup have an address, so no path can name anything else.
 * Hashed assets never change and are cached forever.
 */
export async function createPageFiles(
  folder: string,
): Promise<(path: string) => Promise<Response | undefined>> {
  const names = await readdir(folder, { recursive: true });
  const files = new Map(names.map((name) => [`/${name.replaceAll('\\', '/')}`, join(folder, name)]));
  return async (path) => {
    const address = path === '/' ? '/index.html' : path;
    const file = files.get(address);
    const type = CONTENT_TYPES[extname(address)];
    if (file === undefined || type === undefined) return undefined;
    return new Response(new Uint8Array(await readFile(file)), {
      headers: {
        'Content-Type': type,
        'Cache-Control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    });
  };
}
