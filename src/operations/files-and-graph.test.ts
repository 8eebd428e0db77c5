import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCommit, sampleFile, unitId } from '../../test/contracts/store-samples.ts';
import type { IndexedFile } from '../core/store.ts';
import { type Dossier, openDossier } from '../index.ts';
import { files } from './files.ts';
import { graph } from './graph.ts';

const asHeading = (file: IndexedFile): IndexedFile => ({
  ...file,
  units: file.units.map((unit) => ({ ...unit, entityType: 'section' })),
});

let dossier: Dossier;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-files-'));
  dossier = openDossier({ root: folder, settings: { store: join(folder, 'index.sqlite') }, environment: {} });
  const index = (await dossier.engine.store()).index(dossier.engine.scope);
  const caller = sampleFile('src/caller.ts', [{ name: 'startServer', body: 'parseFlags()' }]);
  await index.putFiles([
    sampleFile('src/flags.ts', [{ name: 'parseFlags', body: 'splitWords()', calls: ['splitWords'] }]),
    sampleFile('test/check.ts', [{ name: 'checkAll', body: '' }], { role: 'test' }),
    asHeading(sampleFile('docs/check.md', [{ name: 'checkAll', body: '' }])),
    sampleFile('tools/check.ts', [{ name: 'checkAll', body: '' }]),
    sampleFile('test/flags.ts', [{ name: 'parseFlags', body: '' }], { role: 'test' }),
    {
      ...caller,
      relations: [
        {
          kind: 'calls',
          fromPath: 'src/caller.ts',
          fromUnitId: unitId('src/caller.ts', 'startServer'),
          toName: 'parseFlags',
          toPath: 'src/flags.ts',
          toUnitId: unitId('src/flags.ts', 'parseFlags'),
          weight: 1,
        },
      ],
    },
  ]);
  await index.putCommits([
    sampleCommit({ sha: 'a1', files: [{ path: 'src/flags.ts', insertions: 3, deletions: 1 }] }),
  ]);
});
afterAll(() => dossier.close());

describe('files', () => {
  it('lists what is indexed with its churn', async () => {
    const output = await dossier.files({});
    expect(output.total).toBe(6);
    expect(output.files.slice(1, 3).map((file) => file.path)).toEqual(['src/caller.ts', 'src/flags.ts']);
    expect(output.files[2]).toMatchObject({ commitCount: 1, insertions: 3, deletions: 1 });
    expect(files.print(output)).toContain('6 files');
  });

  it('keeps to the globs and the limit', async () => {
    expect(
      (await dossier.files({ paths: ['src/**', '!**/caller.ts'] })).files.map((file) => file.path),
    ).toEqual(['src/flags.ts']);
    expect(await dossier.files({ limit: 1 })).toMatchObject({ total: 6, files: [{ path: 'docs/check.md' }] });
  });
});

describe('graph', () => {
  it('names callers and callees, also those the project does not define', async () => {
    const output = await dossier.graph({ symbol: 'parseFlags', path: 'src/flags.ts' });
    expect(output.symbol).toMatchObject({ name: 'parseFlags', path: 'src/flags.ts' });
    expect(output.others).toMatchObject([{ path: 'test/flags.ts' }]);
    expect(output.neighbours).toContainEqual({
      kind: 'calls',
      direction: 'in',
      name: 'startServer',
      path: 'src/caller.ts',
      startLine: 1,
    });
    expect(output.neighbours).toContainEqual({ kind: 'calls', direction: 'out', name: 'splitWords' });
    expect(graph.print(output)).toMatch(
      /used by\n {2}calls {6}startServer {2}src\/caller\.ts:1\n\nuses from elsewhere\n {2}splitWords$/m,
    );
  });

  it('takes code before tests and headings and names the others', async () => {
    const output = await dossier.graph({ symbol: 'checkAll' });
    expect(output.symbol.path).toBe('tools/check.ts');
    expect(graph.print(output)).toContain('2 more with this name:\n');
    expect(graph.print(output)).toContain('  checkAll  test/check.ts:1');
  });

  it('takes a place for the definition that is there', async () => {
    expect((await dossier.graph({ symbol: 'src/flags.ts:2' })).symbol).toMatchObject({
      path: 'src/flags.ts',
    });
    expect((await dossier.graph({ symbol: 'caller.ts:1-2' })).symbol).toMatchObject({ name: 'startServer' });
    await expect(dossier.graph({ symbol: 'src/flags.ts:900' })).rejects.toThrow(
      'Line 900 of src/flags.ts is in no definition. Name one of its definitions: parseFlags.',
    );
    await expect(dossier.graph({ symbol: 'src/flags.ts' })).rejects.toThrow('is a file. Name one');
  });

  it('says so when there is nothing around a definition', async () => {
    const output = await dossier.graph({ symbol: 'checkAll' });
    expect(graph.print({ ...output, neighbours: [] })).toContain('Nothing is known to use it');
  });

  it('says what to try when the name is unknown', async () => {
    await expect(dossier.graph({ symbol: 'absent' })).rejects.toThrow(/dossier search absent/);
  });
});
