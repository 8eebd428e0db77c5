import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { z } from 'zod';
import { readRegularFile } from '../adapters/config/read-regular-file.ts';
import { DossierError, errorMessage } from '../core/errors.ts';
import type { ExtraCommand } from '../interfaces/cli/build-program.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import { openEngine, stateFolder } from '../open-engine.ts';
import type { Credential } from './index-repository.ts';
import { optionsOf } from './options-of.ts';
import { report } from './report.ts';
import { wholeNumber } from './whole-number.ts';

interface WorkerFlags {
  readonly folder?: string;
  readonly jobs: number;
  readonly perOwner: number;
  readonly allow: readonly string[];
  readonly credentials?: string;
  readonly megabytes: number;
  readonly minutes: number;
  readonly lease: number;
  readonly once: boolean;
}

/** The command that fetches and indexes registered repositories until it is interrupted. */
export function workerCommand(signal: AbortSignal): ExtraCommand {
  const list = (text: string) => text.split(',').filter((part) => part !== '');
  const option = (flags: string, text: string, name: string) =>
    new Option(flags, text).env(`DOSSIER_WORKER_${name}`);
  return {
    name: 'worker',
    topic: 'Agents and servers',
    summary: 'Fetch and index registered repositories, as their jobs come',
    configure: (command, globals) =>
      command
        .addOption(option('--folder <path>', 'Where to keep the repositories', 'FOLDER'))
        .addOption(option('--jobs <n>', 'Jobs at a time', 'JOBS').argParser(wholeNumber).default(1))
        .addOption(
          option('--per-owner <n>', 'Jobs of one owner at a time, in all workers', 'PER_OWNER')
            .argParser(wholeNumber)
            .default(2),
        )
        .addOption(
          option('--allow <a,b>', 'Hosts to fetch from although they are not public, or file:', 'ALLOW')
            .argParser(list)
            .default([], 'none'),
        )
        .addOption(
          option(
            '--credentials <file>',
            'JSON file: [{"owner", "prefix", "token"}], each for one owner and addresses below the prefix',
            'CREDENTIALS',
          ),
        )
        .addOption(
          option('--megabytes <n>', 'Largest repository', 'MEGABYTES').argParser(wholeNumber).default(2000),
        )
        .addOption(option('--minutes <n>', 'Longest fetch', 'MINUTES').argParser(wholeNumber).default(30))
        .addOption(
          option('--lease <seconds>', "After this long others take a dead worker's job", 'LEASE')
            .argParser(wholeNumber)
            .default(60),
        )
        .option('--once', 'Stop when no job is left to take', false)
        .addHelpText(
          'after',
          '\nExamples:\n  # Beside the service, on the same store\n  dossier worker --store postgres://db/dossier\n  # A git server of your own\n  dossier worker --allow git.example.org',
        )
        .action((flags: WorkerFlags) => work(globals(), flags, signal)),
  };
}

async function work(globals: Globals, flags: WorkerFlags, signal: AbortSignal): Promise<void> {
  const [{ runJobs }, { indexRepository }] = await Promise.all([
    import('../indexing/run-jobs.ts'),
    import('./index-repository.ts'),
  ]);
  const credentials = flags.credentials === undefined ? [] : readCredentials(flags.credentials);
  const engine = openEngine(optionsOf(globals));
  try {
    const { jobs } = await engine.store();
    const loop = () =>
      runJobs(jobs, {
        worker: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
        run: (job, context) =>
          indexRepository(engine, job, {
            folder: resolve(flags.folder ?? join(stateFolder(), 'repositories')),
            allow: flags.allow,
            credentials,
            maxBytes: flags.megabytes * 1_000_000,
            milliseconds: flags.minutes * 60_000,
            clock: Date.now,
            ...context,
          }),
        clock: Date.now,
        signal,
        report,
        perOwner: flags.perOwner,
        leaseMs: Math.max(1, flags.lease) * 1000,
        stopWhenEmpty: flags.once,
      });
    await Promise.all(Array.from({ length: Math.max(1, flags.jobs) }, loop));
  } finally {
    await engine.close();
  }
}

const credentialsSchema = z.array(
  z.strictObject({
    owner: z.string().min(1),
    prefix: z.string().regex(/^https:\/\/.+\/$/, 'must begin with https:// and end with a slash'),
    token: z.string().min(1),
  }),
);

function readCredentials(path: string): readonly Credential[] {
  try {
    return credentialsSchema.parse(JSON.parse(readRegularFile(path) ?? ''));
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : errorMessage(error);
    throw new DossierError('invalid-input', `The credentials in ${path} cannot be read: ${what}`);
  }
}
