import { z } from 'zod';
import type { Engine } from '../core/engine.ts';
import { plural } from '../core/text/plural.ts';
import { filesAskedFor } from '../indexing/files-asked-for.ts';
import { type IndexReport, indexFiles, indexProject } from '../indexing/index-project.ts';
import { maskAgain } from '../indexing/mask-again.ts';
import { skipReportOf, skipReportSchema } from '../indexing/skip-report.ts';
import { watchLease } from '../indexing/watch-lease.ts';
import { watchProject } from '../indexing/watch-project.ts';
import { readMemoryFiles } from '../knowledge/memories/sync-memories.ts';
import { catalogueProject } from '../search/catalogue.ts';
import { defineOperation } from './operation.ts';
import { printSkipped } from './print-skipped.ts';

export const indexOperation = defineOperation({
  name: 'index',
  summary: "Read the project's files and history into the index",
  description:
    'Reads only what changed since the last run, so run it as often as you like. An interrupted run resumes where it stopped.',
  topic: 'Everyday',
  input: z.object({
    paths: z
      .array(z.string().min(1))
      .default([])
      .describe('Only these files and folders; default: the whole project'),
    full: z.boolean().default(false).describe('Read every file again, even unchanged ones'),
    rebuild: z
      .boolean()
      .default(false)
      .describe('Rebuild a damaged store first, keeping every record that can still be read'),
    ifIdle: z
      .boolean()
      .default(false)
      .describe('Leave it to the process that indexes the project already, if there is one'),
    watch: z.boolean().default(false).describe('Keep running and index changes until interrupted'),
  }),
  output: z.object({
    indexed: z.number().describe('New or changed files that were read'),
    unchanged: z.number(),
    removed: z.number(),
    units: z.number().describe('Definitions and sections found in the files read'),
    chunks: z.number(),
    commits: z.number(),
    vectors: z.number(),
    maskedLines: z.number().describe('Lines with a masked secret'),
    ...skipReportSchema.shape,
    warnings: z.array(z.string()),
  }),
  positionals: ['paths'],
  pathFields: ['paths'],
  effect: 'write',
  usesMemories: true,
  waitedFor: true,
  longRunning: true,
  http: { method: 'POST', path: '/index', omit: ['watch'], shared: true },
  examples: [
    { title: 'Index the project of the current folder', command: 'dossier index' },
    { title: 'After the store was damaged', command: 'dossier index --rebuild' },
    { title: 'Keep the index up to date while working', command: 'dossier index --watch' },
  ],
  async run(engine, { paths, full, rebuild, ifIdle, watch }, { now, signal, progress, forQuestion }) {
    // Held by every run, so that others see that there is one; a run that was asked for does without.
    const lease = await engine.leases.take(watchLease(engine));
    if (ifIdle && lease === undefined) return NOTHING_DONE;
    try {
      const repairs = rebuild ? await (await engine.store({ repair: true })).check({ repair: true }) : [];
      const options = { now, signal, progress, full };
      const files = await filesAskedFor(engine, paths, signal);
      const report =
        files === undefined ? await indexProject(engine, options) : await indexFiles(engine, files, options);
      if (files === undefined && forQuestion !== true) await maskAgain(engine, options);
      // A store of one project has no use for a catalogue.
      if (engine.config.store !== undefined) await catalogueProject(engine, { now, signal });
      if (watch) {
        progress({ phase: 'watching', done: 0, message: summaryOf(report) });
        await watchProject(engine, {
          ...options,
          full: false,
          onUpdate: (update) =>
            progress({ phase: 'watching', done: update.indexed, message: summaryOf(update) }),
        });
      }
      return {
        ...report,
        ...skipReportOf(report.skipped),
        warnings: [...repairs, ...report.warnings, ...(await refusedMemories(engine, now))],
      };
    } finally {
      await lease?.release();
    }
  },
  print: (output) =>
    [
      summaryOf(output),
      printSkipped(output),
      output.maskedLines === 0 ? '' : `masked secrets in ${plural(output.maskedLines, 'line')}`,
      ...output.skipped
        .filter(({ reason }) => reason === 'failed')
        .map(({ path, detail }) => `${path}: ${detail}`),
    ]
      .filter((line) => line !== '')
      .join('\n'),
});

/** Memory files that cannot be imported are named at every run. */
async function refusedMemories(engine: Engine, now: number): Promise<readonly string[]> {
  if (engine.memoryFolders?.team.exists() !== true) return [];
  const { refused } = await readMemoryFiles(engine, now);
  return refused.map(({ file, reason }) => `The memory ${file} is refused: ${reason}`);
}

const NOTHING_DONE = {
  indexed: 0,
  unchanged: 0,
  removed: 0,
  units: 0,
  chunks: 0,
  commits: 0,
  vectors: 0,
  maskedLines: 0,
  skippedByReason: {},
  skipped: [],
  warnings: ['Another process indexes the project: "dossier status" says how far it is.'],
};

function summaryOf(
  report: Pick<IndexReport, 'indexed' | 'unchanged' | 'removed' | 'units' | 'chunks' | 'commits'>,
): string {
  const { indexed, unchanged, removed, units, chunks, commits } = report;
  return `${plural(indexed, 'file')} indexed (${plural(units, 'unit')}, ${plural(chunks, 'chunk')}), ${unchanged} unchanged, ${removed} removed, ${plural(commits, 'commit')} read`;
}
