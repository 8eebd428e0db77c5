import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts';

/** A store to serve from: none for a file of its own, or the address of a running server. */
export interface ServedStore {
  readonly place?: string;
  readonly server?: RunningPostgres;
  readonly dispose: () => Promise<void>;
}

/** Both stores, for suites that must hold on either. */
export const STORES: readonly [name: string, start: () => Promise<ServedStore>][] = [
  ['sqlite', async () => ({ dispose: async () => undefined })],
  [
    'postgres',
    async () => {
      const server = await startPostgres();
      return { place: server.url, server, dispose: () => server.dispose() };
    },
  ],
];
