import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Engine } from '../../src/core/engine.ts';
import { openEngine } from '../../src/open-engine.ts';
import { memoryList, remember } from '../../src/operations/memories.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { wordEmbedder } from './open-test-engine.ts';

/** Projects in git repositories below a temporary folder, with a clock of their own. */
export function gitProjects() {
  const base = mkdtempSync(join(tmpdir(), 'dossier-memory-files-'));
  const engines: Engine[] = [];
  let now = Date.UTC(2026, 10, 16);

  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: join(base, folder),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const commit = (folder: string, message: string) => {
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '--allow-empty', '-m', message);
  };
  const run = <Input extends z.ZodObject, Output extends z.ZodType>(
    engine: Engine,
    operation: Operation<Input, Output>,
    input: object,
  ) =>
    runOperation(engine, operation, input, {
      now: ++now,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
  return {
    base,
    git,
    commit,
    run,
    /** A project of the user `home`: folders with the same one are on the same machine. */
    open(folder: string, home = 'home'): Engine {
      const environment = {
        XDG_CACHE_HOME: join(base, `${home}-cache`),
        XDG_DATA_HOME: join(base, `${home}-data`),
      };
      const engine: Engine = {
        ...openEngine({ root: join(base, folder), environment }),
        embedder: async () => wordEmbedder,
      };
      engines.push(engine);
      return engine;
    },
    repository(folder: string) {
      mkdirSync(join(base, folder));
      git(folder, 'init', '-q', '-b', 'main');
      writeFileSync(join(base, folder, 'a.ts'), 'export const a = 1;\n');
      commit(folder, 'begin');
    },
    keep: async (engine: Engine, content: string, more: object = {}) =>
      (await run(engine, remember, { content, ...more })).id,
    current: async (engine: Engine) =>
      (await run(engine, memoryList, { limit: 1000 })).memories.map(({ content }) => content).sort(),
    filesOf: (folder: string) =>
      readdirSync(join(base, folder, '.dossier/memories'))
        .filter((name) => name.endsWith('.md'))
        .sort(),
    fileOf: (folder: string, id: string) => join(base, folder, '.dossier/memories', `${id}.md`),
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
      rmSync(base, { recursive: true, force: true });
    },
  };
}
