import { afterAll, beforeAll, describe, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts';
import { KILLED_COMMANDS, type KilledProject, openKilledProject } from './kill-commands.ts';

/** Kills in all; `DOSSIER_KILLS=50` and a `DOSSIER_TEST_SEED` for a piece of a campaign. */
const KILLS = Number(process.env['DOSSIER_KILLS'] ?? 5);
const EACH = Math.ceil(KILLS / KILLED_COMMANDS.length);
const SEED = Number(process.env['DOSSIER_TEST_SEED'] ?? 1);

describe('a command on PostgreSQL that is killed at any moment', {
  timeout: 300_000 + KILLS * 60_000,
}, () => {
  let postgres: RunningPostgres;
  let project: KilledProject;
  beforeAll(async () => {
    postgres = await startPostgres();
    project = await openKilledProject(postgres.url, SEED);
  });
  afterAll(async () => {
    project.dispose();
    await postgres.dispose();
  });

  it.each(KILLED_COMMANDS)('%s loses nothing it acknowledged and can be run again', async (command) => {
    for (let killed = 0; killed < EACH; killed++) await project.kill(command);
  });
});
