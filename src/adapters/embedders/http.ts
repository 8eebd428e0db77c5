import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DossierError, errorMessage } from '../../core/errors.ts';
import type { Embedder } from '../../core/ports.ts';
import { redactPassword } from '../../core/text/redact-password.ts';
import { toUnitLength } from './unit-length.ts';
import { type Prefixes, withPrefixes } from './with-prefixes.ts';

interface HttpEmbedderOptions extends Prefixes {
  /** URL of an OpenAI-compatible server, with or without the final `/embeddings`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Requested from the server and checked in every response. When omitted, one request determines it. */
  readonly dimensions?: number;
  readonly batchSize?: number;
  readonly attempts?: number;
  /** Delay before the second attempt; doubled for each further one. */
  readonly firstDelayMs?: number;
}

/** Creates an embedder on an OpenAI-compatible server: OpenAI, Ollama, LM Studio, vLLM, TEI, Voyage. */
export async function createHttpEmbedder(options: HttpEmbedderOptions): Promise<Embedder> {
  const { batchSize = 64 } = options;
  const dimensions = options.dimensions ?? (await askDimensions(options));
  const embed = async (texts: readonly string[], signal?: AbortSignal) => {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      vectors.push(...(await embedBatch(options, texts.slice(from, from + batchSize), signal)));
    }
    for (const vector of vectors) checkDimensions(vector, dimensions, options.model);
    return vectors;
  };
  return withPrefixes(options, { model: options.model, dimensions, embed });
}

async function askDimensions(options: HttpEmbedderOptions): Promise<number> {
  const [vector] = await embedBatch(options, ['dimensions']);
  return vector?.length ?? 0;
}

function checkDimensions(vector: Float32Array, expected: number, model: string): void {
  if (vector.length === expected) return;
  throw new DossierError(
    'invalid-input',
    `The model ${model} gave a vector of ${vector.length} numbers, not ${expected}; set embedder.dimensions to ${vector.length} or leave it out.`,
  );
}

/** Halves a batch the server finds too large, until it fits or a single text is refused. */
async function embedBatch(
  options: HttpEmbedderOptions,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const answer = await post(options, texts, signal);
  if (answer !== 'too-large') return answer;
  const half = Math.ceil(texts.length / 2);
  const first = await embedBatch(options, texts.slice(0, half), signal);
  return [...first, ...(await embedBatch(options, texts.slice(half), signal))];
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.array(z.number()).min(1) })),
});
const TIMEOUT_MS = 60_000;
const PAYLOAD_TOO_LARGE = 413;
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;
const SERVER_ERROR = 500;

async function post(
  options: HttpEmbedderOptions,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[] | 'too-large'> {
  const { attempts = 5, firstDelayMs = 500 } = options;
  for (let attempt = 1; ; attempt++) {
    const last = attempt >= attempts;
    const response = await send(options, texts, signal).catch((cause: unknown) => {
      if (signal?.aborted || last) throw unreachable(options, errorMessage(cause), cause);
      return undefined;
    });
    if (response?.ok) return readAnswer(options, await response.text(), texts.length);
    if (response?.status === PAYLOAD_TOO_LARGE && texts.length > 1) return 'too-large';
    if (response !== undefined && (last || !isPassing(response.status))) {
      throw unreachable(options, `${response.status} ${(await response.text()).slice(0, 300)}`);
    }
    await sleep(retryAfter(response) ?? firstDelayMs * 2 ** (attempt - 1), undefined, { signal });
  }
}

function send(
  options: HttpEmbedderOptions,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(options.url.replace(/\/+$/, '').replace(/(\/embeddings)?$/, '/embeddings'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
    },
    body: JSON.stringify({
      model: options.model,
      input: texts,
      ...(options.dimensions === undefined ? {} : { dimensions: options.dimensions }),
    }),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
}

function isPassing(status: number): boolean {
  return status === TOO_MANY_REQUESTS || status === REQUEST_TIMEOUT || status >= SERVER_ERROR;
}

/** The server's Retry-After in milliseconds, at most a minute. */
function retryAfter(response: Response | undefined): number | undefined {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds, 60) * 1000 : undefined;
}

function readAnswer(options: HttpEmbedderOptions, body: string, expected: number): Float32Array[] {
  let data: z.output<typeof answerSchema>['data'];
  try {
    data = answerSchema.parse(JSON.parse(body)).data;
  } catch (cause) {
    throw unreachable(options, 'its answer is not a list of embeddings', cause);
  }
  if (data.length !== expected) {
    throw unreachable(options, `it gave ${data.length} embeddings for ${expected} texts`);
  }
  const vectors = new Array<Float32Array>(expected);
  for (const [position, { index, embedding }] of data.entries()) {
    vectors[index ?? position] = toUnitLength(Float32Array.from(embedding));
  }
  return vectors;
}

function unreachable(options: HttpEmbedderOptions, said: string, cause?: unknown): DossierError {
  const reason = said.replaceAll(/\w+:\/\/\S+/g, redactPassword);
  return new DossierError(
    'unavailable',
    `The embedding server ${redactPassword(options.url)} (model ${options.model}) failed: ${reason}. Check embedder.url, embedder.model and the key, then run again.`,
    { cause },
  );
}
