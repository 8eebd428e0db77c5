import { z } from 'zod';
import { plural } from '../core/text/plural.ts';
import { AXES, OUTCOMES, TIERS } from '../core/vocabulary.ts';
import type { Stored } from '../knowledge/record-kind.ts';
import { undoClustering } from '../knowledge/values/undo-clustering.ts';
import type { Value } from '../knowledge/values/value.ts';
import { VALUE_STATUSES, valueSchema } from '../knowledge/values/value.ts';
import {
  acceptValue,
  clusterValues,
  proposeValue,
  valuesOf,
  withdrawValue,
} from '../knowledge/values/values.ts';
import { valuesMap as mapValues } from '../knowledge/values/values-map.ts';
import { defineOperation } from './operation.ts';

const group = 'Find and word what experiences have in common';
const axis = z.enum(AXES);
const id = z.string().min(1).describe('Id of the value, for example val-1f3a9c02');
const listed = z.object({ id: z.string(), ...valueSchema.shape });
const warnings = z.array(z.string());

export const valuesCluster = defineOperation({
  name: 'values cluster',
  summary: 'Find what experiences have in common',
  description:
    'Clusters resolved experiences by density; each cluster is a value with a proposed text. Ids stay stable when experiences are added.',
  topic: 'Knowledge',
  group,
  input: z.object({ axis: axis.default('full').describe('Which side of the experiences to compare') }),
  output: z.object({
    ok: z.literal(true),
    experiences: z.number(),
    values: z.array(listed),
    stale: z.array(z.string()),
    warnings,
  }),
  effect: 'write',
  longRunning: true,
  http: { method: 'POST', path: '/values/cluster' },
  examples: [{ title: 'Why things went wrong', command: 'dossier values cluster --axis root_cause' }],
  async run(engine, input, { now }) {
    const found = await clusterValues(engine, { ...input, now });
    return {
      ...found,
      values: found.values.map(flat),
      stale: [...found.stale],
      warnings: [...found.warnings],
    };
  },
  print: ({ experiences, values, stale, warnings: told }) =>
    [
      `${plural(values.length, 'value')} from ${plural(experiences, 'experience')}`,
      ...values.map(row),
      ...stale.map((gone) => `${gone}  stale: its experiences no longer form a cluster`),
      ...told,
    ].join('\n'),
});

export const valuesUndo = defineOperation({
  name: 'values undo',
  summary: 'Undo the last clustering',
  description:
    'Values are again what they were before the last "values cluster" on this axis, and proposals it made are removed. What was accepted or withdrawn since stays.',
  topic: 'Knowledge',
  group,
  input: z.object({
    axis: axis.default('full').describe('Which side of the experiences was compared'),
  }),
  output: z.object({
    ok: z.literal(true),
    restored: z.array(z.string()),
    removed: z.array(z.string()),
    kept: z.array(z.string()),
    warnings,
  }),
  effect: 'write',
  longRunning: true,
  http: { method: 'POST', path: '/values/undo' },
  examples: [{ title: 'The groups before were better', command: 'dossier values undo' }],
  async run(engine, input, { now }) {
    const done = await undoClustering(engine, { ...input, now });
    return {
      ...done,
      restored: [...done.restored],
      removed: [...done.removed],
      kept: [...done.kept],
      warnings: [...done.warnings],
    };
  },
  print: ({ restored, removed, kept, warnings: told }) =>
    [
      restored.length + removed.length + kept.length === 0
        ? 'There is nothing to undo: a clustering can be undone once, until the next.'
        : `restored ${plural(restored.length, 'value')}, removed ${plural(removed.length, 'proposal')}`,
      ...kept.map((value) => `${value}  stays: it was decided on since`),
      ...told,
    ].join('\n'),
});

export const valuesList = defineOperation({
  name: 'values list',
  summary: 'List values',
  topic: 'Knowledge',
  group,
  input: z.object({
    axis: axis.optional().describe('Only values of this side of the experiences'),
    status: z.enum(VALUE_STATUSES).optional().describe('current, or stale: no longer a cluster'),
  }),
  output: z.object({ values: z.array(listed) }),
  effect: 'read',
  http: { method: 'GET', path: '/values' },
  examples: [{ title: 'See them', command: 'dossier values list' }],
  run: async (engine, input) => ({ values: (await valuesOf(engine, input)).map(flat) }),
  print: ({ values }) =>
    values.length === 0
      ? 'There are no values yet. Run "dossier values cluster".'
      : values.map(row).join('\n'),
});

export const valuesPropose = defineOperation({
  name: 'values propose',
  summary: 'Show texts that could stand for a value, or try one of your own',
  topic: 'Knowledge',
  group,
  input: z.object({
    id,
    text: valueSchema.shape.text.min(1).max(1000).optional().describe('A text of your own to measure'),
    limit: z.int().min(1).max(50).default(5).describe('At most this many'),
  }),
  output: z.object({
    greatestDistance: z.number().describe('A text farther than this from the centre is refused'),
    proposals: z.array(z.object({ text: z.string(), distance: z.number(), valid: z.boolean() })),
  }),
  positionals: ['id', 'text'],
  effect: 'read',
  http: { method: 'POST', path: '/values/:id/propose' },
  examples: [{ title: 'From its members', command: 'dossier values propose val-1f3a9c02' }],
  async run(engine, { id: value, ...options }) {
    const { greatestDistance, proposals } = await proposeValue(engine, value, options);
    return { greatestDistance, proposals: [...proposals] };
  },
  print: ({ greatestDistance, proposals }) =>
    [
      `within ${greatestDistance.toFixed(3)}:`,
      ...proposals.map(
        ({ text, distance, valid }) => `${valid ? 'fits' : 'too far'}  ${distance.toFixed(3)}  ${text}`,
      ),
    ].join('\n'),
});

export const valuesAccept = defineOperation({
  name: 'values accept',
  summary: 'Give a value its text',
  description: 'Refuses a text that lies outside the cluster: a value says only what experiences taught.',
  topic: 'Knowledge',
  group,
  input: z.object({
    id,
    text: z.string().min(1).max(1000).optional().describe('Your wording; absent: the proposed text'),
  }),
  output: z.object({ ok: z.literal(true), id: z.string(), warnings }),
  positionals: ['id', 'text'],
  effect: 'write',
  http: { method: 'POST', path: '/values/:id/accept' },
  examples: [
    { title: 'As proposed', command: 'dossier values accept val-1f3a9c02' },
    {
      title: 'In your words',
      command: 'dossier values accept val-1f3a9c02 "Give every test its own folder"',
    },
  ],
  async run(engine, { id: value, text }, { now }) {
    const { warnings: told, ...reply } = await acceptValue(engine, value, { text, now });
    return { ...reply, warnings: [...told] };
  },
  print: ({ id: value, warnings: told }) => [`accepted ${value}`, ...told].join('\n'),
});

export const valuesWithdraw = defineOperation({
  name: 'values withdraw',
  summary: 'Withdraw the acceptance of a value',
  description: 'The value is a proposal again, in the words of its experiences.',
  topic: 'Knowledge',
  group,
  input: z.object({ id }),
  output: z.object({ ok: z.literal(true), id: z.string(), warnings }),
  positionals: ['id'],
  effect: 'write',
  http: { method: 'POST', path: '/values/:id/withdraw' },
  examples: [{ title: 'Accepted by mistake', command: 'dossier values withdraw val-1f3a9c02' }],
  async run(engine, { id: value }, { now }) {
    const { warnings: told, ...reply } = await withdrawValue(engine, value, now);
    return { ...reply, warnings: [...told] };
  },
  print: ({ id: value, warnings: told }) => [`withdrew ${value}`, ...told].join('\n'),
});

export const valuesMap = defineOperation({
  name: 'values map',
  summary: 'Place experiences on a plane, similar ones together',
  description: 'Uses the two directions in which the embeddings differ most; the clusters are the values.',
  topic: 'Knowledge',
  group,
  input: z.object({
    axis: z.enum(AXES).default('full').describe('Which side of the experiences to compare'),
  }),
  output: z.object({
    points: z.array(
      z.object({
        id: z.string(),
        goal: z.string(),
        outcome: z.enum(OUTCOMES).optional(),
        tier: z.enum(TIERS),
        valueId: z.string().optional(),
        x: z.number(),
        y: z.number(),
      }),
    ),
    warnings: z.array(z.string()),
  }),
  effect: 'read',
  http: { method: 'GET', path: '/values/map' },
  examples: [{ title: 'Draw your own picture', command: 'dossier values map --json' }],
  async run(engine, { axis }) {
    const { points, warnings } = await mapValues(engine, axis);
    return { points: [...points], warnings: [...warnings] };
  },
  print: ({ points }) =>
    points
      .map(
        ({ id, x, y, valueId, goal }) =>
          `${x.toFixed(3).padStart(7)} ${y.toFixed(3).padStart(7)}  ${valueId ?? '-'}  ${id}  ${goal}`,
      )
      .join('\n'),
});

function flat({ id: value, body }: Stored<Value>): z.output<typeof listed> {
  return { id: value, ...body };
}

function row({ id: value, name, size, text, accepted, status }: z.output<typeof listed>): string {
  const standing = status === 'stale' ? 'stale' : accepted ? 'accepted' : 'proposed';
  return `${value}  ${plural(size, 'experience')}, ${standing}  ${name === '' ? '' : `${name}: `}${text}`;
}
