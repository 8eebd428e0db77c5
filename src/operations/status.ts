import { z } from 'zod';
import { plural } from '../core/text/plural.ts';
import { projectStatus } from '../indexing/project-status.ts';
import { skipReportSchema } from '../indexing/skip-report.ts';
import { helperLease } from '../indexing/watch-lease.ts';
import { defineOperation } from './operation.ts';
import { printSkipped } from './print-skipped.ts';

/** Reasons a user may want to act on; the others are only counted. */
const NOTABLE_SKIPS: ReadonlySet<string> = new Set([
  'failed',
  'unreadable',
  'secret',
  'too-large',
  'submodule',
]);
const PRINTED = 10;

/** What is read is stored in batches, so another process may have read hundreds of files and stored none. */
function progressOf({ done, total }: { readonly done: number; readonly total?: number | undefined }): string {
  if (total === undefined) return done === 0 ? 'looking for its files' : `${plural(done, 'file')} so far`;
  return done === 0 ? `reading ${plural(total, 'file')}` : `${done} of ${plural(total, 'file')} so far`;
}

export const status = defineOperation({
  name: 'status',
  summary: 'Show what the index holds',
  topic: 'Everyday',
  input: z.object({}),
  output: z.object({
    root: z.string(),
    project: z.string(),
    owner: z.string(),
    indexed: z.boolean().describe('False before the first run'),
    indexedAt: z.number().optional().describe('When the last run ended, in milliseconds since 1970'),
    evaluatedAt: z.number().optional().describe('When search was last evaluated here'),
    indexing: z
      .object({ done: z.number(), total: z.number().optional() })
      .optional()
      .describe('How many files are indexed so far, while a run is under way'),
    helper: z.boolean().describe('Whether a helper process answers questions for a while'),
    files: z.number(),
    units: z.number(),
    chunks: z.number(),
    relations: z.number(),
    commits: z.number(),
    vectors: z.number(),
    languages: z.record(z.string(), z.number()),
    embeddingModel: z.string().optional(),
    vectorSearch: z
      .string()
      .optional()
      .describe('How the store finds the nearest vectors, where it has more than one way'),
    headSha: z.string().optional(),
    historyIsCurrent: z.boolean().describe('False when commits were made since the last run'),
    version: z.number(),
    ...skipReportSchema.shape,
    warnings: z.array(z.string()),
  }),
  effect: 'read',
  waitedFor: true,
  http: { method: 'GET', path: '/index' },
  mcp: {
    name: 'status',
    title: 'State of the index',
    description: 'Report what is indexed, how fresh it is and whether indexing is running.',
    fields: [],
  },
  examples: [{ title: 'See how much is indexed', command: 'dossier status' }],
  async run(engine) {
    const status = await projectStatus(engine);
    const helper = (await engine.leases.holder(helperLease(engine))) !== undefined;
    return { ...status, helper, warnings: [...status.warnings] };
  },
  print: (output) => {
    const { indexing } = output;
    const progress = indexing === undefined ? '' : progressOf(indexing);
    if (!output.indexed && indexing !== undefined) {
      return `${output.root} is being indexed for the first time: ${progress}. Questions are answered meanwhile.`;
    }
    if (!output.indexed && output.files > 0) {
      return `${output.root} is indexed in part: ${plural(output.files, 'file')}. "dossier index", or the next question, goes on.`;
    }
    if (!output.indexed) return `${output.root} is not indexed yet. Run "dossier index".`;
    const languages = Object.entries(output.languages)
      .sort(([, a], [, b]) => b - a)
      .map(([language, files]) => `${language} ${files}`);
    return [
      `${output.root}`,
      `files ${output.files} · units ${output.units} · chunks ${output.chunks} · relations ${output.relations}`,
      `commits ${output.commits}${output.historyIsCurrent ? '' : ' (newer ones exist: run "dossier index")'}`,
      output.embeddingModel === undefined
        ? 'no embeddings'
        : `vectors ${output.vectors} (${output.embeddingModel})${output.vectorSearch === undefined ? '' : `, ${output.vectorSearch}`}`,
      `languages: ${languages.join(', ')}`,
      printSkipped(output),
      ...output.skipped
        .filter(({ reason }) => NOTABLE_SKIPS.has(reason))
        .slice(0, PRINTED)
        .map(({ path, reason, detail }) => `  ${path}: ${detail ?? reason}`),
      indexing === undefined ? '' : `being brought up to date: ${progress}`,
      output.helper ? 'a helper process answers questions for a while' : '',
      output.indexedAt === undefined ? '' : `indexed ${new Date(output.indexedAt).toISOString()}`,
    ]
      .filter((line) => line !== '')
      .join('\n');
  },
});
