import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memorySync, memoryUpdate, recall } from '../../src/operations/memories.ts';
import { gitProjects } from './git-projects.ts';

let projects: ReturnType<typeof gitProjects>;
let { base, git, commit, run, open, repository, keep, current, fileOf } = {} as typeof projects;
beforeEach(() => {
  projects = gitProjects();
  ({ base, git, commit, run, open, repository, keep, current, fileOf } = projects);
});
afterEach(() => projects.close());

/** A project with one memory in git, its worktree and a clone of it. */
async function threePlaces() {
  repository('main');
  const main = open('main');
  await run(main, memorySync, {});
  const id = await keep(main, 'The database listens on port 5432');
  commit('main', 'know');
  git('main', 'worktree', 'add', '-q', '-b', 'fix', join(base, 'fix'));
  git('main', 'clone', '-q', join(base, 'main'), join(base, 'clone'));
  return { id, main, fix: open('fix'), clone: open('clone', 'other') };
}

const textOf = (folder: string, id: string) => readFileSync(fileOf(folder, id), 'utf8');
const edit = (folder: string, id: string, from: string, to: string) =>
  writeFileSync(fileOf(folder, id), textOf(folder, id).replace(from, to));

describe('two worktrees with one memory file each', () => {
  it('a first look at the older file of one leaves an edit in the other alone', async () => {
    const { id, main, fix } = await threePlaces();
    edit('main', id, '5432', '6543');
    await run(main, recall, { query: 'database port' });
    await run(fix, recall, { query: 'database port' });
    await run(main, memorySync, {});
    expect(textOf('main', id)).toContain('port 6543');
    expect(await current(fix)).toEqual(['The database listens on port 6543']);
  });

  it('edits in both stay, in the memory and in either file', async () => {
    const { id, main, fix } = await threePlaces();
    await current(fix);
    edit('main', id, '5432', '6543');
    edit('fix', id, '5432', '7654');
    await run(fix, recall, { query: 'database port' });
    await run(main, memorySync, {});
    await run(fix, memorySync, {});
    for (const folder of ['main', 'fix']) {
      expect(textOf(folder, id)).toContain('port 6543');
      expect(textOf(folder, id)).toContain('port 7654');
    }
    expect(await current(main)).toHaveLength(1);
  });

  it('a change by command keeps what somebody wrote into the file of the other worktree', async () => {
    const { id, main, fix } = await threePlaces();
    await current(fix);
    edit('main', id, '5432', '6543');
    await run(fix, memoryUpdate, { id, content: 'The database listens on port 7654' });
    await run(main, memorySync, {});
    expect(textOf('main', id)).toContain('port 6543');
    expect(textOf('main', id)).toContain('port 7654');
  });

  it('a file that cannot be read is not written over', async () => {
    const { id, main, fix } = await threePlaces();
    await current(fix);
    writeFileSync(fileOf('main', id), '<<<<<<< HEAD\nmine\n');
    await run(fix, memoryUpdate, { id, importance: 0.9 });
    await run(main, memorySync, {});
    await expect(run(main, memoryUpdate, { id, importance: 0.8 })).rejects.toThrow('resolve the merge first');
    expect(textOf('main', id)).toContain('mine');
  });

  it('deleting the file in one does not end what was reworded in the other', async () => {
    const { id, main, fix } = await threePlaces();
    await current(fix);
    edit('main', id, '5432', '6543');
    await current(main);
    rmSync(fileOf('fix', id));
    expect(await current(fix)).toEqual(['The database listens on port 6543']);
  });

  it('a file that was deleted and comes back is current again', async () => {
    const { id, main } = await threePlaces();
    rmSync(fileOf('main', id));
    expect(await current(main)).toEqual([]);
    git('main', 'checkout', '-q', '--', '.dossier');
    expect(await current(main)).toEqual(['The database listens on port 5432']);
  });
});

describe('two worktrees and a clone', () => {
  const place = fc.constantFrom('main', 'fix', 'clone');
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('append', 'add line', 'update'), place }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('recall', 'sync'), place }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom('merge main', 'merge fix', 'merge clone'), place }),
    },
  );

  it('never lose an edit and never make a second memory, however their edits alternate', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        await projects.close();
        projects = gitProjects();
        ({ base, git, commit, run, open, repository, keep, current, fileOf } = projects);
        const { id, ...engines } = await threePlaces();
        const words: string[] = [];
        const mergeFrom = (into: string, from: string) => {
          if (into === from) return;
          for (const folder of [into, from]) commit(folder, 'edits');
          const branch = from === 'fix' ? 'fix' : 'main';
          git(into, 'pull', '-q', '--no-rebase', '--no-edit', join(base, from), branch);
        };
        for (const { do: what, place: at } of steps) {
          const engine = engines[at];
          const word = `word${words.length}x`;
          if (what === 'recall') await run(engine, recall, { query: 'database port' });
          else if (what === 'sync') await run(engine, memorySync, {});
          else if (what === 'update') {
            const [content] = await current(engine);
            words.push(word);
            await run(engine, memoryUpdate, { id, content: `${content} ${word}` });
          } else if (what.startsWith('merge ')) mergeFrom(at, what.slice(6));
          else {
            words.push(word);
            const glue = what === 'append' ? ' ' : '\n';
            writeFileSync(fileOf(at, id), `${textOf(at, id).trimEnd()}${glue}${word}\n`);
          }
        }
        const sync = async () => {
          for (const engine of Object.values(engines)) await run(engine, memorySync, {});
        };
        await sync();
        for (const [into, from] of [
          ['main', 'fix'],
          ['main', 'clone'],
          ['fix', 'main'],
          ['clone', 'main'],
        ] as const)
          mergeFrom(into, from);
        await sync();
        for (const [folder, engine] of Object.entries(engines)) {
          const [content, ...others] = await current(engine);
          expect(others).toEqual([]);
          for (const word of words) {
            expect(content).toContain(word);
            expect(textOf(folder, id)).toContain(word);
          }
        }
      }),
      { numRuns: Number(process.env['DOSSIER_RUNS'] ?? 6) },
    );
  }, 600_000);
});
