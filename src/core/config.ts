import { z } from 'zod';
import { fitOptionsSchema, renderOptionsSchema } from './context.ts';
import { secretRulesSchema } from './text/secrets/secret-rules.ts';

/**
 * Settings of a project: `dossier.config.json` < `DOSSIER_*` environment < flags.
 * Defaults live here and in the option schemas, nowhere else.
 */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  owner: z.string().min(1).default('local').describe('Whose records are read and written'),
  project: z.string().min(1).optional().describe('Name of the project; default: derived from its root'),
  store: z
    .string()
    .optional()
    .describe('Path of the SQLite file, or a postgres:// address; default: a file in the cache folder'),
  counter: fitOptionsSchema.shape.counter,
  maxTokens: fitOptionsSchema.shape.maxTokens,
  format: renderOptionsSchema.shape.format,
  index: z
    .strictObject({
      maxFileBytes: z
        .int()
        .min(1)
        .default(500_000)
        .describe('Larger files are left out and counted; code may be four times as large'),
      include: z.array(z.string()).default([]).describe('Only paths matching these globs'),
      exclude: z.array(z.string()).default([]).describe('Leave out paths matching these globs'),
      background: z
        .boolean()
        .default(true)
        .describe(
          'Answer questions about a large project from a quick scan and let a background process index the rest',
        ),
      commits: z.int().min(0).default(5000).describe('How many of the newest commits are read; 0: none'),
    })
    .prefault({}),
  capture: z
    .boolean()
    .default(true)
    .describe('Hooks draft what sessions taught into the inbox; nothing is remembered before it is accepted'),
  helper: z
    .strictObject({
      seconds: z
        .int()
        .min(0)
        .max(3600)
        .default(120)
        .describe(
          'After a question about a large project a helper process answers the next ones sooner; it ends when none came for so long. 0: none is started',
        ),
      chunks: z.int().min(0).default(20_000).describe('Chunks from which on a project counts as large'),
    })
    .prefault({}),
  secrets: secretRulesSchema.prefault({}),
  embedder: z
    .strictObject({
      kind: z
        .enum(['static', 'http', 'onnx', 'none'])
        .default('static')
        .describe('static (the model in the package), http, onnx or none'),
      url: z.url().optional().describe('http: address of an OpenAI-compatible server'),
      model: z.string().optional().describe('http: model name; onnx: model folder'),
      apiKeyVariable: z.string().optional().describe('http: environment variable that holds the key'),
      dimensions: z
        .int()
        .min(1)
        .optional()
        .describe('http: length of the vectors; default: as the server returns them'),
      queryPrefix: z.string().default('').describe('http, onnx: text the model expects before a question'),
      documentPrefix: z.string().default('').describe('http, onnx: text the model expects before a document'),
    })
    .prefault({}),
});
export type Config = Readonly<z.output<typeof configSchema>>;
