import { isCommand, isPlainCode, type PromptFeatures, promptFeatures } from './prompt-features.ts';
import {
  BIAS,
  BUCKETS,
  SEQUENCE_SCALE,
  SEQUENCE_WEIGHTS,
  SHAPE_WEIGHTS,
  THRESHOLD,
} from './prompt-weights.ts';

/** Weight of the sequences in the score, whatever their number. */
export const SEQUENCE_SHARE = 4;

/** Whether a prompt asks about the project's code, rather than chats, steers, or asks about the world. */
export function asksAboutCode(prompt: string): boolean {
  return !isCommand(prompt) && (isPlainCode(prompt) || promptScore(prompt) > THRESHOLD);
}

/**
 * Whether a prompt that asks about code surely does. Of the others as many ask for nothing, so that a short answer is
 * enough.
 */
export function surelyAsksAboutCode(prompt: string): boolean {
  return isPlainCode(prompt) || promptScore(prompt) > THRESHOLD + DOUBTFUL;
}
/** Above the threshold: half of the prompts that are answered wrongly are in here, and few of the others. */
export const DOUBTFUL = 0.5;

/**
 * Whether it may be a question all the same. More than half of the prompts that ask for nothing reach this: it needs
 * further evidence.
 */
export function asksPerhaps(prompt: string): boolean {
  return promptScore(prompt) > THRESHOLD - DOUBT;
}
const DOUBT = 3;

/** A hook decides about one prompt several times. */
let last: { readonly prompt: string; readonly score: number } | undefined;

/** Log odds that a prompt asks about code; trained on labelled prompts by `training/prompts`. */
function promptScore(prompt: string): number {
  if (last?.prompt !== prompt) last = { prompt, score: computeScore(prompt) };
  return last.score;
}

function computeScore(prompt: string): number {
  const { shapes, sequences }: PromptFeatures = promptFeatures(prompt);
  let score = BIAS;
  for (const [name, value] of shapes) score += (SHAPE_WEIGHTS[name] ?? 0) * value;
  const sum = sumOfWeights(sequences);
  return score + (sum * SEQUENCE_SCALE * SEQUENCE_SHARE) / Math.sqrt(Math.max(1, sequences.size));
}

let table: string | undefined;

/** The table stays as it is: a process that answers one prompt looks up a hundred of its weights. */
function sumOfWeights(sequences: Iterable<string>): number {
  table ??= atob(SEQUENCE_WEIGHTS);
  let sum = 0;
  for (const sequence of sequences) sum += weightOf(table, bucketOf(sequence, BUCKETS));
  return sum;
}

/** By halving: entries of four bytes, three of the bucket and one of its signed weight, in order. */
function weightOf(table: string, bucket: number): number {
  const byte = (at: number) => table.charCodeAt(at);
  let low = 0;
  let high = table.length / ENTRY_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * ENTRY_BYTES;
    const found = (byte(at) << 16) | (byte(at + 1) << 8) | byte(at + 2);
    if (found === bucket) return (byte(at + 3) << 24) >> 24;
    if (found < bucket) low = middle + 1;
    else high = middle;
  }
  return 0;
}
const ENTRY_BYTES = 4;

/** FNV-1a, folded. */
export function bucketOf(text: string, buckets: number): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % buckets;
}
