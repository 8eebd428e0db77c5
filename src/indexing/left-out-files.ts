import { z } from 'zod';
import type { SourceStat } from '../core/ports.ts';
import type { IndexStore } from '../core/store.ts';
import { hashText } from '../core/text/hash.ts';
import { INDEX_FORMAT } from './index-format.ts';

/** Why a file is left out once it was read: the next run would read it only to leave it out again. */
const REASONS = ['generated', 'binary'] as const;
export type ReasonInContent = (typeof REASONS)[number];

const KEY = 'leftOutFiles';

const schema = z.object({
  format: z.literal(INDEX_FORMAT),
  files: z.record(z.string(), z.tuple([z.enum(REASONS), z.number(), z.number()])),
});

/** Files left out for what is in them, each with the size and time at which it was read. */
export interface LeftOutFiles {
  /** The reason, if the file is as it was. */
  reasonOf(path: string, now: SourceStat): ReasonInContent | undefined;
  add(path: string, reason: ReasonInContent, read: SourceStat): void;
  /** Keeps what this run met, for the next one. */
  keep(): Promise<void>;
}

export async function leftOutFiles(index: IndexStore): Promise<LeftOutFiles> {
  const text = (await index.getMeta(KEY)) ?? 'null';
  // What another format, or another version of the program, left out is read again.
  const before = schema.safeParse(JSON.parse(text)).data?.files ?? {};
  const met: z.output<typeof schema>['files'] = {};
  return {
    reasonOf(path, { size, modifiedAt }) {
      const key = hashText(path);
      const known = before[key];
      if (known?.[1] !== size || known[2] !== modifiedAt) return undefined;
      met[key] = known;
      return known[0];
    },
    add(path, reason, { size, modifiedAt }) {
      met[hashText(path)] = [reason, size, modifiedAt];
    },
    async keep() {
      const kept = JSON.stringify({ format: INDEX_FORMAT, files: met });
      if (kept !== text) await index.setMeta(KEY, kept);
    },
  };
}

export function isReasonInContent(reason: string): reason is ReasonInContent {
  return REASONS.some((each) => each === reason);
}
