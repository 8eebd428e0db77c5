import { isPlainCode, type PromptFeatures, promptFeatures } from './prompt-features.ts';
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
  return isPlainCode(prompt) || promptScore(prompt) > THRESHOLD;
}

/**
 * Whether it may be a question all the same. Of 200 prompts written by another author a third of those that ask for
 * nothing reach this: it needs further evidence.
 */
export function asksPerhaps(prompt: string): boolean {
  return promptScore(prompt) > THRESHOLD - DOUBT;
}
const DOUBT = 3;

/** Log odds that a prompt asks about code; trained on labelled prompts by `training/prompts`. */
function promptScore(prompt: string): number {
  const { shapes, sequences }: PromptFeatures = promptFeatures(prompt);
  let score = BIAS;
  for (const [name, value] of shapes) score += (SHAPE_WEIGHTS[name] ?? 0) * value;
  const sum = sumOfWeights(sequences);
  return score + (sum * SEQUENCE_SCALE * SEQUENCE_SHARE) / Math.sqrt(Math.max(1, sequences.size));
}

/** One pass over the table for the few weights of a prompt: a process that answers one would fill a map for nothing. */
function sumOfWeights(sequences: Iterable<string>): number {
  const wanted = new Map<number, number>();
  for (const sequence of sequences) {
    const bucket = bucketOf(sequence, BUCKETS);
    wanted.set(bucket, (wanted.get(bucket) ?? 0) + 1);
  }
  const bytes = atob(SEQUENCE_WEIGHTS);
  let bucket = 0;
  let sum = 0;
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    bucket += bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1);
    const times = wanted.get(bucket);
    if (times === undefined) continue;
    const weight = bytes.charCodeAt(at + 2);
    sum += times * (weight < 128 ? weight : weight - 256);
  }
  return sum;
}

/** FNV-1a, folded. */
export function bucketOf(text: string, buckets: number): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % buckets;
}
