import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '../../src/core/store.ts';
import { type Dossier, openDossier } from '../../src/index.ts';
import { randomFrom } from '../http/random-requests.ts';
import { contentOfIndex } from './content-of-index.ts';
import { filesOfGeneration } from './generations.ts';
import { openStore } from './open-store.ts';
import { compileProgram, startProgram } from './run-program.ts';
import { changeFiles, createSmallProject } from './small-project.ts';

export const KILLED_COMMANDS = ['index', 'watch', 'remember', 'learn', 'migrate'] as const;
type KilledCommand = (typeof KILLED_COMMANDS)[number];

/** The blow falls within this time after the work began: some five times as long as a piece of it takes. */
const LONGEST_WAIT_MS = 250;
const PROJECTS_TO_MIGRATE = 4;

export interface KilledProject {
  /** Kills a process at work, then checks what it left. */
  readonly kill: (command: KilledCommand) => Promise<void>;
  readonly dispose: () => void;
}

/** A small project on a store, `place`, with commands to be killed. */
export async function openKilledProject(place: string, seed: number): Promise<KilledProject> {
  const program = await compileProgram('run-command');
  const random = randomFrom(seed);
  const root = mkdtempSync(join(tmpdir(), 'dossier-killed-'));
  createSmallProject(root, random);
  const source = join(root, '.git', 'source.sqlite');
  const open = (project: string) =>
    openDossier({ root, store: place, project, settings: { 'embedder.kind': 'none' } });
  let round = 0;

  async function kill(command: KilledCommand): Promise<void> {
    const owner = `owner${seed}x${++round}`;
    if (command === 'migrate') await fillSource(source, owner, round);
    const running = startProgram(program, command, root, place, String(seed * 1000 + round), source, owner);
    await running.printed('began;');
    if (command === 'watch') {
      await wait(random() * LONGEST_WAIT_MS);
      changeFiles(root, random);
    }
    await wait(random() * LONGEST_WAIT_MS);
    running.process.kill('SIGKILL');
    const { said } = await running.finished();
    const store = await openStore(place);
    const dossier = open('p');
    try {
      expect(await store.check(), `after ${command} was killed`).toEqual([]);
      await checks[command]({ store, dossier, said, owner });
      expect(await store.check(), `after ${command} was run again`).toEqual([]);
    } finally {
      await dossier.close();
      await store.close();
    }
  }

  async function sameAsInPeace({ store, dossier }: Left): Promise<void> {
    await dossier.index();
    const peace = open(`peace ${round}`);
    await peace.index();
    const [killed, expected] = await Promise.all(
      [dossier, peace].map(({ engine }) => contentOfIndex(store.index(engine.scope), 'common')),
    );
    await peace.close();
    expect(expected?.files.length).toBeGreaterThan(0);
    expect(killed).toEqual(expected);
  }

  const checks: Readonly<Record<KilledCommand, (left: Left) => Promise<void>>> = {
    index: sameAsInPeace,
    watch: sameAsInPeace,
    remember: ({ store, dossier, said }) => recordsArePresent(store, dossier, 'memory', said),
    async learn({ store, dossier, said }) {
      await recordsArePresent(store, dossier, 'experience', said);
      const { values } = await dossier.valuesCluster();
      const again = await dossier.valuesCluster();
      expect(again.values.map(({ id, size }) => [id, size])).toEqual(
        values.map(({ id, size }) => [id, size]),
      );
    },
    async migrate({ store, dossier, said, owner }) {
      const copied = await store.scopes(owner);
      if (said.includes('migrated;')) expect(copied).toHaveLength(PROJECTS_TO_MIGRATE);
      // Equal projects are left and half of one is refused: so this shows that what is there is whole.
      const { projects } = await dossier.migrate({ from: source, to: place, owner });
      expect(projects).toHaveLength(PROJECTS_TO_MIGRATE);
    },
  };
  return { kill, dispose: () => rmSync(root, { recursive: true, force: true }) };
}

interface Left {
  readonly store: Store;
  readonly dossier: Dossier;
  /** What the killed process had printed. */
  readonly said: string;
  readonly owner: string;
}

async function fillSource(path: string, owner: string, round: number): Promise<void> {
  const store = await openStore(path);
  for (let project = 0; project < PROJECTS_TO_MIGRATE; project++) {
    await store.index({ owner, project: `project ${project}` }).putFiles(filesOfGeneration(round));
  }
  await store.close();
}

async function recordsArePresent(
  store: Store,
  { engine }: Dossier,
  kind: string,
  said: string,
): Promise<void> {
  const ids = [...said.matchAll(new RegExp(`${kind} (\\S+);`, 'g'))].map(([, id]) => id ?? '');
  expect(ids.length).toBeGreaterThan(0);
  const records = store.records(engine.recordScope);
  for (const id of ids) expect(await records.get(kind, id), `${kind} ${id} was acknowledged`).toBeDefined();
}
