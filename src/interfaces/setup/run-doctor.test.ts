import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { indexProject } from '../../indexing/index-project.ts';
import { openEngine } from '../../open-engine.ts';
import { runDoctor } from './run-doctor.ts';

/** Put together at run time, so that this file holds no secret itself. */
const PASSWORD = ['k8Qz', 'W2mV', 'x0Lp'].join('');

let folder = '';
let root = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-doctor-'));
  root = join(folder, 'root');
  for (const name of ['root', 'home', 'bin']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(root, name), text);

/** What doctor prints, whether it finds something wrong or not. */
async function doctor(): Promise<string> {
  let said = '';
  const findings = runDoctor({
    open: () => openEngine({ root, environment: {}, settings: { store: join(folder, 'store.db') } }),
    placeOf: () => ({
      root,
      program: ['node', 'main.js'],
      home: join(folder, 'home'),
      path: join(folder, 'bin'),
    }),
    hookLog: join(folder, 'hooks.log'),
    nodeVersion: '20.19.0',
    clock: () => 0,
    write: (text) => {
      said += text;
    },
    json: false,
  });
  await findings.catch((error: unknown) => {
    said += error instanceof Error ? error.message : String(error);
  });
  return said;
}

it('tells what is masked in which file, by kind and never by value, and respects what the project allows', async () => {
  write('app.yml', `password: ${PASSWORD}\nadmin_password: ${PASSWORD}1\n`);
  write('.env', `TOKEN=${PASSWORD}`);
  write('plain.ts', 'export const one = 1;\n');
  expect(await doctor()).toContain('When it is indexed, secrets are masked in 1 file; 1 file meant');
  const engine = openEngine({ root, environment: {}, settings: { store: join(folder, 'store.db') } });
  await indexProject(engine, {
    now: 0,
    full: false,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  await engine.close();
  const said = await doctor();
  expect(said).toContain('Secrets are masked in 1 file; 1 file meant to hold them is not read');
  expect(said).toContain('Masked in app.yml: password 2');
  expect(said).not.toContain(PASSWORD);
  write('dossier.config.json', JSON.stringify({ secrets: { allow: [`${PASSWORD.slice(0, 6)}*`] } }));
  expect(await doctor()).toContain('Secrets are masked in 0 files');
});

it('finds comments in a file that an agent reads strictly', async () => {
  write('.mcp.json', '{\n  // mine\n  "mcpServers": {}\n}\n');
  expect(await doctor()).toMatch(/WRONG +Claude Code ignores \.mcp\.json because it has comments/);
});
