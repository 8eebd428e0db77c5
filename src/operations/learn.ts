import { z } from 'zod';
import { parseSince } from '../core/text/parse-since.ts';
import { plural } from '../core/text/plural.ts';
import { learn as makeReport } from '../knowledge/learn.ts';
import { defineOperation } from './operation.ts';

const named = z.object({ id: z.string(), text: z.string() });

export const learn = defineOperation({
  name: 'learn',
  summary: 'Report what is known, what changed, and what should no longer be trusted',
  topic: 'Knowledge',
  input: z.object({
    since: z.string().default('7d').describe('What counts as changed: a date, or 3d, 2w, 6m'),
  }),
  output: z.object({
    known: z.object({
      memories: z.number(),
      experiences: z.record(z.string(), z.number()),
      values: z.number(),
    }),
    principles: z.array(named.extend({ size: z.number(), accepted: z.boolean() })),
    changed: z.array(named.extend({ what: z.string(), at: z.number() })),
    stale: z.array(named.extend({ why: z.string() })),
    contradicted: z.array(z.object({ one: named, other: named })),
    warnings: z.array(z.string()),
  }),
  effect: 'read',
  usesMemories: true,
  http: { method: 'GET', path: '/knowledge/report' },
  examples: [{ title: 'The last month', command: 'dossier learn --since 1m' }],
  async run(engine, input, { now }) {
    const report = await makeReport(engine, { since: parseSince(input.since, now) ?? 0, now });
    return {
      known: { ...report.known, experiences: { ...report.known.experiences } },
      principles: [...report.principles],
      changed: [...report.changed],
      stale: [...report.stale],
      contradicted: [...report.contradicted],
      warnings: [...report.warnings],
    };
  },
  print({ known, principles, changed, stale, contradicted, warnings }) {
    const tiers = Object.entries(known.experiences)
      .filter(([, count]) => count > 0)
      .map(([tier, count]) => `${count} ${tier}`);
    const total = Object.values(known.experiences).reduce((sum, count) => sum + count, 0);
    return [
      section('Known', [
        plural(known.memories, 'memory'),
        `${plural(total, 'experience')}${tiers.length === 0 ? '' : ` (${tiers.join(', ')})`}`,
        plural(known.values, 'value'),
      ]),
      section(
        'Principles',
        principles.map(
          ({ text, size, accepted }) =>
            `${text}  (${plural(size, 'experience')}${accepted ? '' : ', proposed'})`,
        ),
      ),
      section(
        'Changed',
        changed.map(
          ({ id, what, at, text }) => `${new Date(at).toISOString().slice(0, 10)}  ${what}  ${id}  ${text}`,
        ),
      ),
      section(
        'Stale',
        stale.map(({ id, text, why }) => `${id}  ${text}\n    ${why}`),
      ),
      section(
        'Contradicted',
        contradicted.map(({ one, other }) => `${one.id}  ${one.text}\n  ${other.id}  ${other.text}`),
      ),
      section('Warnings', warnings),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  },
});

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');
}
