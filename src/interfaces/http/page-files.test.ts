import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    const index = await page('/');
    expect(index?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await index?.text()).toBe('<p>page</p>');
    expect((await page('/assets/index-1.js'))?.headers.get('cache-control')).toContain('immutable');
  });

  it.each(['/../secret.js', '/..%2fsecret.js', '/assets/../../secret.js', '/absent.js', '/assets'])(
    'have no address %s',
    async (path) => {
      const page = await createPageFiles(join(folder, 'web'));
      expect(await page(path)).toBeUndefined();
    },
  );
});
