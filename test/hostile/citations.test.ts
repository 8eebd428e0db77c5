import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDossier } from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-citations-'));
const root = join(folder, 'project');
mkdirSync(join(root, 'src'), { recursive: true });
writeFileSync(join(root, 'src', 'a.ts'), 'export const answer = 42;\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ITEM = {
  id: 'a',
  source: 'document' as const,
  entityType: 'section' as const,
  name: 'a',
  content: 'text',
  relevance: 1,
};

/** The ids in contexts of `assemble-items`, `pack` and `query` that a user, known by the folder for private files, gets for the same project and items. */
async function idsOf(user: string) {
  const environment = { XDG_CACHE_HOME: join(folder, user), XDG_DATA_HOME: join(folder, user) };
  const dossier = openDossier({ root, environment });
  try {
    await dossier.index();
    const contexts = [
      await dossier.assembleItems({ items: [ITEM] }),
      await dossier.pack({ paths: ['src'] }),
      await dossier.query({ query: 'answer' }),
    ];
    return contexts.map(({ citations }) => citations.map(({ id }) => id));
  } finally {
    await dossier.close();
  }
}

test('citation ids are the same for the same user and store, and nobody else can guess them', async () => {
  const ada = await idsOf('ada');
  expect(ada.map((ids) => ids.length)).toEqual([1, 1, 1]);
  expect(await idsOf('ada')).toEqual(ada);
  const grace = await idsOf('grace');
  for (const [place, ids] of grace.entries()) expect(ids).not.toEqual(ada[place]);
});
