import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { KILLED_COMMANDS, type KilledProject, openKilledProject } from './kill-commands.ts';

/** Kills in all; `DOSSIER_KILLS=100` and a `DOSSIER_TEST_SEED` for a piece of a campaign. */
const KILLS = Number(process.env['DOSSIER_KILLS'] ?? 10);
const EACH = Math.ceil(KILLS / KILLED_COMMANDS.length);
const SEED = Number(process.env['DOSSIER_TEST_SEED'] ?? 1);

describe('a command on SQLite that is killed at any moment', { timeout: 300_000 + KILLS * 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-killed-store-'));
  let project: KilledProject;
  beforeAll(async () => {
    project = await openKilledProject(join(folder, 'store.sqlite'), SEED);
  });
  afterAll(() => {
    project.dispose();
    rmSync(folder, { recursive: true });
  });

  it.each(KILLED_COMMANDS)('%s loses nothing it acknowledged and can be run again', async (command) => {
    for (let killed = 0; killed < EACH; killed++) await project.kill(command);
  });
});
