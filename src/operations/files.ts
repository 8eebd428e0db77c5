import { z } from 'zod';
import { FILE_ROLES } from '../core/store.ts';
import { plural, pluralOf } from '../core/text/plural.ts';
import { listIndexedFiles } from '../indexing/list-indexed-files.ts';
import { defineOperation } from './operation.ts';
import { offset, pageOf, pageShape } from './page.ts';

export const files = defineOperation({
  name: 'files',
  summary: 'List the indexed files with their size, role and churn',
  topic: 'Index and store',
  input: z.object({
    paths: z.array(z.string()).default([]).describe('Only paths matching these globs; !glob excludes'),
    limit: z.int().min(1).default(100_000).describe('At most this many files'),
    offset,
  }),
  output: z.object({
    ...pageShape,
    files: z.array(
      z.object({
        path: z.string(),
        language: z.string(),
        role: z.enum(FILE_ROLES),
        size: z.number(),
        lineCount: z.number(),
        commitCount: z.number(),
        insertions: z.number(),
        deletions: z.number(),
        lastCommitAt: z.number().optional(),
      }),
    ),
  }),
  positionals: ['paths'],
  pathFields: ['paths'],
  effect: 'read',
  http: { method: 'GET', path: '/index/files' },
  examples: [
    { title: 'What is indexed below src', command: 'dossier files src' },
    {
      title: 'The ten most often changed',
      command: "dossier files --json | jq '.files | sort_by(-.commitCount)[:10]'",
    },
  ],
  async run(engine, input) {
    const all = await listIndexedFiles(engine, input.paths);
    return {
      ...pageOf(all.length, input),
      files: all.slice(input.offset, input.offset + input.limit),
    };
  },
  print({ total, files }) {
    const rows = files.map(
      (file) =>
        `${column(file.lineCount, 'line', 7)} ${column(file.commitCount, 'commit', 5)}  ${file.role.padEnd(11)} ${file.path}`,
    );
    return [...rows, plural(total, 'file')].join('\n');
  },
});

/** Numbers end, and nouns begin, in one column: `    1 line `, `   12 lines`. */
function column(count: number, one: string, digits: number): string {
  const many = pluralOf(one);
  return `${String(count).padStart(digits)} ${(count === 1 ? one : many).padEnd(many.length)}`;
}
