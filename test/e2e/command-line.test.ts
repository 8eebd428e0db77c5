import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runBinary, temporaryFolder } from './run-binary.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

describe('the built binary', () => {
  it('prints settings with their origin from file and environment', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'dossier.config.json'), '{"maxTokens": 123}');
    mkdirSync(join(cwd, 'deep/er'), { recursive: true });
    const environment = { DOSSIER_OWNER: 'ada', DOSSIER_STORE: 'postgres://ada:hunter2@host/db' };
    const { status, stdout } = await runBinary(['config', '--json'], {
      cwd: join(cwd, 'deep/er'),
      environment,
    });
    expect(status).toBe(0);
    const { settings } = JSON.parse(stdout);
    expect(settings).toContainEqual(
      expect.objectContaining({ name: 'maxTokens', value: 123, origin: 'file' }),
    );
    expect(settings).toContainEqual(
      expect.objectContaining({ name: 'owner', value: 'ada', origin: 'environment' }),
    );
    expect(stdout).toContain('postgres://ada@host/db');
    expect(stdout).not.toContain('hunter2');
  });

  it('answers a wrong command with the nearest one, status 2 and nothing on standard output', async () => {
    const { status, stdout, stderr } = await runBinary(['confg'], { cwd: temporaryFolder() });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Did you mean config?');
  });

  it('does not take a root that is not there for an empty project', async () => {
    const { status, stderr } = await runBinary(['--root', './absent', 'search', 'x'], {
      cwd: temporaryFolder(),
    });
    expect(stderr).toBe('dossier: There is no folder ./absent: check --root.\n');
    expect(status).toBe(3);
  });

  it('says in one sentence that the store has no place', async () => {
    const cwd = temporaryFolder();
    const environment = { XDG_CACHE_HOME: '/dev/null' };
    const { status, stderr } = await runBinary(['status'], { cwd, environment });
    expect(stderr).toMatch(
      /^dossier: The store \/dev\/null\/dossier\/.* cannot be created .*--store or DOSSIER_STORE\.\n$/,
    );
    expect(status).toBe(8);
  });

  it('says that a folder is not a project instead of answering "nothing"', async () => {
    const cwd = temporaryFolder();
    const empty = await runBinary(['query', 'anything'], { cwd });
    expect([empty.status, empty.stdout]).toEqual([3, '']);
    expect(empty.stderr).toContain('has no text file to search. Go to the folder of a project');
    const disk = await runBinary(['index'], { cwd: '/' });
    expect([disk.status, disk.stderr]).toEqual([
      3,
      'dossier: / is not a project. Go to the folder of one, or name it with --root.\n',
    ]);
  });

  it('says that the answer could not be written', () => {
    const done = spawnSync('bash', [
      '-c',
      `"$0" "${join(root, 'dist/main.cjs')}" --help > /dev/full`,
      process.execPath,
    ]);
    expect(done.stderr.toString()).toMatch(/^dossier: The answer could not be written: ENOSPC.*\n$/);
    expect(done.status).toBe(1);
  });

  it('keeps what it compiled for the next process, and does without when that is damaged', async () => {
    const cwd = temporaryFolder();
    const first = await runBinary(['completion', 'bash'], { cwd });
    const folder = join(cwd, '.cache-of-test/dossier/compiled');
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, file)).includes('command-line.cjs')).toBe(true);
    expect(await runBinary(['completion', 'bash'], { cwd })).toEqual(first);
    truncateSync(join(folder, file), 10_000);
    expect(await runBinary(['completion', 'bash'], { cwd })).toEqual(first);
  });

  it.each(['constructor', 'toString', '__proto__'])('takes %s for no command', async (word) => {
    const { status, stdout, stderr } = await runBinary([word], { cwd: temporaryFolder() });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('unknown command');
  });

  it('gives bash a completion script that bash accepts', async () => {
    const { stdout } = await runBinary(['completion', 'bash'], { cwd: temporaryFolder() });
    const words = execFileSync('bash', [
      '-c',
      `${stdout}\nCOMP_WORDS=(dossier con); COMP_CWORD=1; _dossier; echo "\${COMPREPLY[@]}"`,
    ]);
    expect(words.toString()).toContain('config');
  });
});

describe('the library entry', () => {
  it('can be required as well as imported', () => {
    const script = "const { openDossier } = require('dossier'); process.stdout.write(typeof openDossier)";
    const done = spawnSync(process.execPath, ['--input-type=commonjs', '-e', script], { cwd: root });
    expect(done.stdout.toString()).toBe('function');
  });

  it('loads nothing native when imported', () => {
    const script = `await import(${JSON.stringify(join(root, 'dist/index.js'))});
      process.stdout.write(JSON.stringify(process.report.getReport().sharedObjects.filter((name) => name.endsWith('.node'))));`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString()).toBe('[]');
  });
});
