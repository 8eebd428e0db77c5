import { z } from 'zod';
import { AXES, OUTCOMES, TIERS } from '../core/vocabulary.ts';
import { valuesMap as mapValues } from '../knowledge/values/values-map.ts';
import { defineOperation } from './operation.ts';

export const valuesMap = defineOperation({
  name: 'values map',
  summary: 'Place experiences on a plane, near ones together',
  description: 'The two directions in which their embeddings differ most; the groups are the values.',
  input: z.object({
    axis: z.enum(AXES).default('full').describe('Which side of the experiences is compared'),
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
  examples: [{ title: 'For a picture of your own', command: 'dossier values map --json' }],
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
