import type { Engine } from '../../src/core/engine.ts';
import { experienceInputSchema, resolutionSchema } from '../../src/knowledge/experiences/experience.ts';
import { resolveExperience, startExperience } from '../../src/knowledge/experiences/experiences.ts';
import { NOW } from './open-test-engine.ts';

export const THEMES = [
  ['shared temporary folder between tests', 'Give every test its own temporary folder'],
  ['stale cache entry after a schema migration', 'Purge the cache after each schema migration'],
  ['proxy strips the cookie header', 'Inspect headers behind the proxy first'],
  ['timezone of the container differs from the host', 'Pin the timezone in the container image'],
] as const;

/** Experiences from..to, of one theme after the other; themes are those with these indexes. */
export async function liveThemes(
  engine: Engine,
  from: number,
  to: number,
  themes: readonly number[] = THEMES.map((_, index) => index),
): Promise<void> {
  for (let index = from; index < to; index++) {
    const [problem, lesson] = THEMES[themes[index % themes.length]!]!;
    const { id } = await startExperience(
      engine,
      experienceInputSchema.parse({
        domain: 'debugging',
        strategy: 'check-assumptions',
        goal: `Repair run ${index}: ${problem}`,
        hypothesis: `I believe it is not the ${problem}`,
        action: `Look at run ${index} without the ${problem}`,
        prediction: `Run ${index} passes`,
        session: `s${index}`,
      }),
      NOW + index,
    );
    const resolution = resolutionSchema.parse({
      outcome: 'falsified',
      result: `Run ${index} failed: ${problem}`,
      surprise: `It was the ${problem}`,
      rootCause: 'wrong-assumption',
      lesson: { whatWorked: lesson, takeaway: `${lesson}.` },
    });
    await resolveExperience(engine, id, resolution, NOW + index);
  }
}
