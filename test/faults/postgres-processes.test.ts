import { afterAll, beforeAll, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts';
import { filesOfGeneration, SCOPE } from './generations.ts';
import { killWriters } from './kill-writers.ts';
import { openStore } from './open-store.ts';
import { compileProgram } from './run-program.ts';

/** How often a writer is killed; `DOSSIER_KILLS=300` for a long run. */
const KILLS = Number(process.env['DOSSIER_KILLS'] ?? 3);

let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.dispose());

test(
  'a writer on PostgreSQL killed at any moment leaves a whole generation behind',
  async () => {
    const store = await openStore(postgres.url);
    await store.index(SCOPE).putFiles(filesOfGeneration(0));
    await store.close();
    await killWriters(await compileProgram('write-generations'), postgres.url, KILLS);
  },
  300_000 + KILLS * 60_000,
);
