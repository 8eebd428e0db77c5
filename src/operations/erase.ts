import { z } from 'zod';
import { eraseRecords } from '../conversation/erase-records.ts';
import { DossierError } from '../core/errors.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { plural } from '../core/text/plural.ts';
import { defineOperation } from './operation.ts';

export const erase = defineOperation({
  name: 'erase',
  summary: 'Erase all records of a session, of a time, or with a text, so that no byte of them is left',
  description:
    'Memories, experiences, values, drafts, conversations and what sessions were given. Conditions given together must all fit. A SQLite file is rewritten; PostgreSQL keeps deleted rows for a while, and the reply says so.',
  topic: 'Knowledge',
  input: z.object({
    session: z.string().min(1).optional().describe('Of this session or thread'),
    since: z.string().optional().describe('Made since: a date, or 3d, 2w, 6m'),
    until: z.string().optional().describe('Made before: a date, or 3d, 2w, 6m ago'),
    text: z.string().min(3).optional().describe('That have this text anywhere, in any case'),
    preview: z.boolean().default(false).describe('Only count them'),
  }),
  output: z.object({
    erased: z.array(z.object({ kind: z.string(), records: z.number() })),
    preview: z.boolean(),
    warnings: z.array(z.string()),
  }),
  effect: 'destroy',
  usesMemories: true,
  longRunning: true,
  http: { method: 'POST', path: '/erase' },
  examples: [
    { title: 'See what a session left', command: 'dossier erase --session 1f3a --preview' },
    { title: 'A name that must go', command: 'dossier erase --text "Jane Doe"' },
  ],
  async run(engine, { session, since, until, text, preview }, { now }) {
    if (session === undefined && since === undefined && until === undefined && text === undefined) {
      throw new DossierError('invalid-input', 'Say what to erase: give a session, since, until or a text.');
    }
    const { erased, warnings } = await eraseRecords(
      engine,
      { session, text, since: parseSince(since, now), until: parseSince(until, now) },
      { preview, now },
    );
    return { erased: [...erased], preview, warnings: [...warnings] };
  },
  print: ({ erased, preview, warnings }) =>
    [
      erased.length === 0
        ? 'Nothing fits.'
        : `${preview ? 'would erase' : 'erased'} ${erased.map(({ kind, records }) => plural(records, kind)).join(', ')}`,
      ...warnings,
    ].join('\n'),
});
