import { z } from 'zod';
import { exportForeign, importForeign } from '../knowledge/exchange/exchange-memories.ts';
import { FOREIGN_NAMES } from '../knowledge/exchange/formats.ts';
import { exportKnowledge, importKnowledge, KNOWLEDGE_KINDS } from '../knowledge/transfer.ts';
import { defineOperation } from './operation.ts';

export const knowledgeExport = defineOperation({
  name: 'export',
  summary: 'Print memories, experiences and values as JSON lines',
  description: 'With --as, prints only the memories, in the format of another program.',
  topic: 'Knowledge',
  input: z.object({
    kinds: z
      .array(z.enum(KNOWLEDGE_KINDS))
      .default([...KNOWLEDGE_KINDS])
      .describe('Only these kinds'),
    as: z
      .enum(['dossier', ...FOREIGN_NAMES])
      .default('dossier')
      .describe('dossier, claude-mem, mem0, beads, or markdown for AGENTS.md and CLAUDE.md'),
  }),
  output: z.object({ text: z.string().describe('One JSON document per line'), records: z.number() }),
  effect: 'read',
  usesMemories: true,
  longRunning: true,
  http: { method: 'GET', path: '/knowledge' },
  examples: [
    { title: 'To a file', command: 'dossier export > knowledge.jsonl' },
    { title: 'For agents without a memory', command: 'dossier export --as markdown >> AGENTS.md' },
  ],
  run: (engine, { kinds, as: format }, { now }) =>
    format === 'dossier' ? exportKnowledge(engine, kinds) : exportForeign(engine, format, now),
  documents: ['text'],
  print: ({ text }) => text.replace(/\n$/, ''),
});

export const knowledgeImport = defineOperation({
  name: 'import',
  summary: 'Import memories, experiences and values, also those of other programs',
  description:
    'Takes what export prints, exports of claude-mem and mem0, beads’ issues.jsonl, and the sections of CLAUDE.md or AGENTS.md. Importing twice changes nothing; of two versions of a record the newer stays.',
  topic: 'Knowledge',
  input: z.object({
    text: z.string().min(1).describe('The output of export, or of another program'),
    as: z
      .enum(['dossier', ...FOREIGN_NAMES])
      .optional()
      .describe('dossier, claude-mem, mem0, beads or markdown; default: detected'),
  }),
  output: z.object({
    imported: z.number(),
    unchanged: z.number(),
    skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
    warnings: z.array(z.string()),
  }),
  stdin: 'text',
  effect: 'write',
  usesMemories: true,
  longRunning: true,
  http: { method: 'POST', path: '/knowledge' },
  examples: [
    { title: 'From a file', command: 'dossier import < knowledge.jsonl' },
    { title: 'What agents are told', command: 'dossier import < CLAUDE.md' },
  ],
  async run(engine, { text, as: format }, { now }) {
    const foreign = format === 'dossier' ? undefined : await importForeign(engine, text, { format, now });
    const { skipped, warnings, ...counts } = foreign ?? (await importKnowledge(engine, text));
    return { ...counts, skipped: [...skipped], warnings: [...warnings] };
  },
  print: ({ imported, unchanged, skipped, warnings }) =>
    [
      `imported ${imported}, unchanged ${unchanged}`,
      ...skipped.map(({ line, reason }) => `line ${line} left out: ${reason}`),
      ...warnings,
    ].join('\n'),
});
