import { z } from 'zod';
import { eraseRecords } from '../conversation/erase-records.ts';
import { DossierError } from '../core/errors.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { plural } from '../core/text/plural.ts';
import { defineOperation } from './operation.ts';

export const erase = defineOperation({
  name: 'erase',
  summary: 'Erase every record of a session, of a period, or with a text, down to the last byte',
  description:
    'Erases memories, experiences, values, drafts, conversations and what sessions were given. A record must match all conditions; a memory that others said, too, goes whole. A SQLite file is rewritten; PostgreSQL keeps deleted rows for a while, and the reply says so.',
  topic: 'Knowledge',
  input: z.object({
    session: z.string().min(1).optional().describe('Only records of this session or thread'),
    since: z.string().optional().describe('Only records made since: a date, or 3d, 2w, 6m'),
    until: z.string().optional().describe('Only records made before: a date, or 3d, 2w, 6m ago'),
    text: z
      .string()
      .min(3)
      .optional()
      .describe('Only records that contain this text, in upper or lower case'),
    preview: z.boolean().default(false).describe('Count the records without erasing them'),
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
