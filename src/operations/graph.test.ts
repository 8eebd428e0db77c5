import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dossier, openDossier } from '../index.ts';
import { graph } from './graph.ts';

const PROJECT: Readonly<Record<string, string>> = {
  'go.mod': 'module example.org/bank\n',
  'store/ledger.go':
    'package store\n\ntype Ledger struct{ n int }\n\nfunc OpenLedger(path string) *Ledger { return &Ledger{} }\n\nfunc (l *Ledger) Settle(amount int) { l.n += amount }\n',
  'store/audit.go': 'package store\n\nfunc Audit(l *Ledger) { l.Settle(1) }\n',
  'app/main.go':
    'package app\n\nimport "example.org/bank/store"\n\nfunc Run() {\n\tl := store.OpenLedger("x")\n\tl.Settle(3)\n}\n',
  'app/main_test.go': 'package app\n\nimport "testing"\n\nfunc TestRun(t *testing.T) { Run() }\n',
  'web/shapes/area.ts': 'export function areaOf(side: number): number {\n  return side * side;\n}\n',
  'web/shapes/index.ts': "export { areaOf } from './area.ts';\nexport * from './area.ts';\n",
  'web/page.ts':
    "import { areaOf } from './shapes/index.ts';\nexport function page() {\n  return areaOf(2);\n}\n",
  'web/other.ts':
    'export function other(shape: { areaOf(n: number): number }) {\n  return shape.areaOf(3);\n}\n',
  'core/src/engine.rs':
    'pub struct Engine { n: u32 }\n\nimpl Engine {\n    pub fn spin_up(&mut self) { self.n += 1; }\n}\n',
  'core/src/car.rs':
    'use crate::engine::Engine;\n\npub struct Car { engine: Engine }\n\nimpl Car {\n    pub fn start(&mut self) { self.engine.spin_up(); }\n}\n',
  'core/src/lib.rs': 'mod car;\nmod engine;\n',
  'src/main/java/org/x/Money.java':
    'package org.x;\n\npublic class Money {\n    public static int roundUp(int n) { return n; }\n}\n',
  'src/test/java/org/x/MoneyTest.java':
    'package org.x;\n\nclass MoneyTest {\n    void rounds() { Money.roundUp(3); }\n}\n',
  'app/wire.go': 'package app\n\nfunc Wire() { start(runBatch) }\n\nfunc runBatch() {}\n',
  'a/left.py': 'def render():\n    return 1\n',
  'b/right.py': 'def render():\n    return 2\n',
  'b/user.py': 'from b.right import render\n\ndef show():\n    return render()\n',
};

let folder: string;
let dossier: Dossier;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-graph-'));
  for (const [path, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  dossier = openDossier({
    root: folder,
    settings: { store: join(folder, 'index.sqlite'), 'embedder.kind': 'none' },
    environment: {},
  });
  await dossier.index({});
});
afterAll(async () => {
  await dossier.close();
  rmSync(folder, { recursive: true, force: true });
});

const usersOf = async (symbol: string, path?: string) => {
  const { neighbours } = await dossier.graph({ symbol, ...(path === undefined ? {} : { path }) });
  return neighbours
    .filter(({ direction, kind }) => direction === 'in' && kind === 'calls')
    .map(({ name, confidence = 'certain' }) => `${name} ${confidence}`)
    .sort();
};

describe('used by', () => {
  it.each([
    ['a function called from another Go package', 'OpenLedger', ['Run certain']],
    ['a Go method called on a variable', 'Settle', ['Audit likely', 'Run likely']],
    [
      'a Java method called by a test of the same package in another folder',
      'roundUp',
      ['MoneyTest.rounds likely'],
    ],
    ['a Rust method called through a field', 'spin_up', ['Car.start likely']],
    [
      'a function passed on by a barrel, and a member of its name elsewhere',
      'areaOf',
      ['other possible', 'page certain'],
    ],
  ])('knows %s', async (_, symbol, users) => expect(await usersOf(symbol)).toEqual(users));

  it('sees a function that is handed over as a value', async () => {
    const { neighbours } = await dossier.graph({ symbol: 'runBatch' });
    expect(neighbours).toContainEqual({
      kind: 'references',
      direction: 'in',
      name: 'Wire',
      path: 'app/wire.go',
      startLine: 3,
    });
  });
  it('gives a use to the definition that its file imports, and to no other', async () => {
    expect(await usersOf('render', 'b/right.py')).toEqual(['show certain']);
    expect(await usersOf('render', 'a/left.py')).toEqual([]);
  });
});

describe('uses', () => {
  it('names where the only definition of a name is', async () => {
    const { neighbours } = await dossier.graph({ symbol: 'Run' });
    expect(neighbours).toContainEqual({
      kind: 'calls',
      direction: 'out',
      name: 'OpenLedger',
      path: 'store/ledger.go',
      startLine: 5,
      confidence: 'likely',
    });
  });
});

describe('impact', () => {
  it('reaches users of users by distance, with the weakest confidence on the way and the tests', async () => {
    const output = await dossier.graph({ symbol: 'OpenLedger', impact: true });
    expect(output.impact).toMatchObject([
      { name: 'Run', distance: 1, confidence: 'certain', isTest: false },
      { name: 'TestRun', distance: 2, confidence: 'certain', isTest: true },
    ]);
    expect(graph.print(output)).toContain('2 certain  TestRun  app/main_test.go:5  (test)');
  });
  it('names a merely possible use and goes no further', async () => {
    const { impact } = await dossier.graph({ symbol: 'areaOf', impact: true });
    expect(impact.map(({ name, confidence }) => `${name} ${confidence}`)).toContain('other possible');
  });
  it('is empty unless it is asked for', async () => {
    expect((await dossier.graph({ symbol: 'OpenLedger' })).impact).toEqual([]);
  });
});
