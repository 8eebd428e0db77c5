import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPageFiles } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-page-'));
mkdirSync(join(folder, 'web/assets'), { recursive: true });
writeFileSync(join(folder, 'web/index.html'), '<p>page</p>');
writeFileSync(join(folder, 'web/assets/index-1.js'), '1');
writeFileSync(join(folder, 'secret.js'), 'secret');

describe('the page files', () => {
  it('are served with their type, assets cached for good', async () => {
    const page = await createPageFiles(join(folder, 'web'));
    const index = await page('/', undefined);
    expect(index?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await index?.text()).toBe('<p>page</p>');
    expect((await page('/assets/index-1.js', undefined))?.headers.get('cache-control')).toContain(
      'immutable',
    );
  });

  it('are compressed for those who accept it', async () => {
    const page = await createPageFiles(join(folder, 'web'));
    const small = await page('/', 'gzip, deflate, br');
    expect(small?.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(new Uint8Array((await small?.arrayBuffer()) ?? [])).toString()).toBe('<p>page</p>');
    for (const accepted of ['br', 'gzip;q=0', undefined]) {
      const plain = await page('/', accepted);
      expect(plain?.headers.get('content-encoding')).toBeNull();
      expect(await plain?.text()).toBe('<p>page</p>');
    }
  });

  it.each(['/../secret.js', '/..%2fsecret.js', '/assets/../../secret.js', '/absent.js', '/assets'])(
    'have no address %s',
    async (path) => {
      const page = await createPageFiles(join(folder, 'web'));
      expect(await page(path, 'gzip')).toBeUndefined();
    },
  );
});
