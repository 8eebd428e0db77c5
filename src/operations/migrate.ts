import { z } from 'zod';
import { DossierError } from '../core/errors.ts';
import { plural } from '../core/text/plural.ts';
import { migrateStore } from './copy-store.ts';
import { defineOperation } from './operation.ts';

const place = z.string().min(1);

export const migrate = defineOperation({
  name: 'migrate',
  summary: 'Copy everything an owner has from one store to another, and verify the copy',
  description:
    'The source stays unchanged. A stopped run can be repeated: a project that the target already has is skipped if it is equal, and refused otherwise.',
  topic: 'Index and store',
  input: z.object({
    from: place
      .optional()
      .describe('Path of a SQLite file or a postgres:// address; default: the store in use'),
    to: place.describe('Path of a SQLite file or a postgres:// address'),
    owner: z.string().min(1).optional().describe('Whose records to copy; default: the current owner'),
  }),
  output: z.object({
    owner: z.string(),
    projects: z.array(z.object({ project: z.string(), rows: z.number() })),
  }),
  addresses: ['from', 'to'],
  effect: 'write',
  longRunning: true,
  http: { notServed: 'opens any database by its path or address' },
  examples: [
    {
      title: 'From the laptop to a server',
      command: 'dossier migrate --to postgres://dossier@db.example/dossier',
    },
  ],
  async run(engine, input, { progress }) {
    if (engine.storeAt === undefined) {
      throw new DossierError(
        'unavailable',
        'This interface cannot open other stores. Use "dossier migrate" on the command line.',
      );
    }
    const owner = input.owner ?? engine.scope.owner;
    const source = input.from === undefined ? await engine.store() : await engine.storeAt(input.from);
    const target = await engine.storeAt(input.to);
    try {
      const { scopes } = await migrateStore(source, target, {
        owner,
        progress: (project, rows) => progress({ phase: project, done: rows }),
      });
      return { owner, projects: [...scopes] };
    } finally {
      await target.close();
      if (input.from !== undefined) await source.close();
    }
  },
  print: ({ owner, projects }) =>
    projects
      .map(({ project, rows }) => `${owner}/${project}: ${plural(rows, 'row')} copied and checked`)
      .join('\n'),
});
