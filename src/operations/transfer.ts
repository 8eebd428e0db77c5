import { z } from 'zod';
import { exportKnowledge, importKnowledge, KNOWLEDGE_KINDS } from '../knowledge/transfer.ts';
import { defineOperation } from './operation.ts';

export const knowledgeExport = defineOperation({
  name: 'export',
  summary: 'Print memories, experiences and values as JSON lines',
  topic: 'Knowledge',
  input: z.object({
    kinds: z
      .array(z.enum(KNOWLEDGE_KINDS))
      .default([...KNOWLEDGE_KINDS])
      .describe('Only these kinds'),
  }),
  output: z.object({ text: z.string().describe('One JSON document per line'), records: z.number() }),
  effect: 'read',
  usesMemories: true,
  longRunning: true,
  http: { method: 'GET', path: '/knowledge' },
  examples: [{ title: 'To a file', command: 'dossier export > knowledge.jsonl' }],
  run: (engine, { kinds }) => exportKnowledge(engine, kinds),
  documents: ['text'],
  print: ({ text }) => text.replace(/\n$/, ''),
});

export const knowledgeImport = defineOperation({
  name: 'import',
  summary: 'Import memories, experiences and values from JSON lines',
  description: 'Importing twice changes nothing; of two versions of a record the newer stays.',
  topic: 'Knowledge',
  input: z.object({ text: z.string().min(1).describe('The output of export') }),
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
  examples: [{ title: 'From a file', command: 'dossier import < knowledge.jsonl' }],
  async run(engine, { text }) {
    const { skipped, warnings, ...counts } = await importKnowledge(engine, text);
    return { ...counts, skipped: [...skipped], warnings: [...warnings] };
  },
  print: ({ imported, unchanged, skipped, warnings }) =>
    [
      `imported ${imported}, unchanged ${unchanged}`,
      ...skipped.map(({ line, reason }) => `line ${line} left out: ${reason}`),
      ...warnings,
    ].join('\n'),
});
