import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const compress = promisify(gzip);

/** What the page is made of, by its address and the `Accept-Encoding` of the request. */
export type PageFiles = (path: string, accepted: string | undefined) => Promise<Response | undefined>;

/**
 * Serves the built page. Only files in its folder at startup have an address, so no path can name anything else.
 * Hashed assets never change and are cached forever. Each file is read and compressed once: compressing the script for
 * every visit would delay the first paint.
 */
export async function createPageFiles(folder: string): Promise<PageFiles> {
  const names = await readdir(folder, { recursive: true });
  const files = new Map(names.map((name) => [`/${name.replaceAll('\\', '/')}`, join(folder, name)]));
  const contents = new Map<string, Promise<Content>>();
  return async (path, accepted = '') => {
    const address = path === '/' ? '/index.html' : path;
    const file = files.get(address);
    const type = CONTENT_TYPES[extname(address)];
    if (file === undefined || type === undefined) return undefined;
    const reading = contents.get(file) ?? readContent(file);
    contents.set(file, reading);
    const { plain, gzipped } = await reading.catch((error: unknown) => {
      contents.delete(file);
      throw error;
    });
    const small = /\bgzip\b(?!\s*;\s*q=0)/.test(accepted);
    return new Response(small ? gzipped : plain, {
      headers: {
        'Content-Type': type,
        'Cache-Control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        Vary: 'Accept-Encoding',
        ...(small ? { 'Content-Encoding': 'gzip' } : {}),
      },
    });
  };
}

interface Content {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

async function readContent(file: string): Promise<Content> {
  const plain = new Uint8Array(await readFile(file));
  return { plain, gzipped: new Uint8Array(await compress(plain)) };
}
