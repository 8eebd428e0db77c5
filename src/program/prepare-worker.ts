import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { createTreeSitterParser } from '../adapters/parsers/tree-sitter/tree-sitter-parser.ts';
import { createFileReader } from '../adapters/sources/file-reader.ts';
import { buffersOf, packFile } from '../adapters/workers/packed-file.ts';
import { answerRequests } from '../adapters/workers/worker-pool.ts';
import { secretRulesSchema } from '../core/text/secrets/secret-rules.ts';
import { prepareFile } from '../indexing/prepare-file.ts';
import { projectPathsOf } from '../indexing/project-paths.ts';

/** A worker thread that reads, parses and chunks files for the indexer; the pool starts it. */
const { root, maxFileBytes, secrets, store, ownFolder, paths } = z
  .object({
    root: z.string(),
    maxFileBytes: z.number(),
    secrets: secretRulesSchema,
    store: z.string().optional(),
    ownFolder: z.string().optional(),
    paths: z.array(z.string()),
  })
  .parse(workerData);

const parts = {
  // Every file is read once, so nothing is cached.
  reader: createFileReader({ root, maxFileBytes, secrets, store, ownFolder, cacheBytes: 0 }),
  parser: createTreeSitterParser(),
  paths: projectPathsOf(paths),
};

answerRequests(async (path: string) => packFile(await prepareFile(parts, path)), buffersOf);
