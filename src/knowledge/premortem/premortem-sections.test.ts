import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  experienceInputSchema,
  resolutionSchema,
  resolveExperience,
  startExperience,
} from '../experiences/experience.ts';
import {
  type Finding,
  findingText,
  PREMORTEM_SECTIONS,
  placeFindings,
  premortemQueries,
} from './premortem-sections.ts';

const experience = resolveExperience(
  startExperience(
    experienceInputSchema.parse({
      domain: 'testing',
      strategy: 'trial-and-error',
      goal: 'Stop the flaky upload test',
      hypothesis: 'The mock server answers too late',
      action: 'Raise the timeout to 10 s',
      prediction: 'No failure in fifty runs',
    }),
    1,
  ),
  resolutionSchema.parse({
    outcome: 'falsified',
    result: 'Three failures in fifty runs',
    surprise: 'Two tests share one temporary folder',
    rootCause: 'test-isolation',
    rootCauseDetail: 'upload.test.ts and purge.test.ts both use /tmp/up',
    lesson: {
      whatWorked: 'A folder for each test',
      takeaway: 'Look for shared state before raising timeouts',
    },
  }),
  2,
);
const finding = (id: string): Finding => ({ id, experience, score: 1, reasons: [] });

describe('the sections of a premortem', () => {
  it('one experience found on every axis appears once, under the most telling', () => {
    const placed = placeFindings({
      'Common Failures': [finding('a')],
      'Strategy Performance': [finding('a')],
      'Unexpected Outcomes': [finding('a')],
      'Root Causes to Watch': [finding('a')],
    });
    expect(
      Object.entries(placed)
        .filter(([, list]) => list.length > 0)
        .map(([name]) => name),
    ).toEqual(['Unexpected Outcomes']);
  });

  it('a higher rank elsewhere wins over the kind of section', () => {
    const placed = placeFindings({
      'Common Failures': [finding('b'), finding('a')],
      'Unexpected Outcomes': [finding('a'), finding('b')],
    });
    expect(placed['Common Failures'].map(({ id }) => id)).toEqual(['b']);
    expect(placed['Unexpected Outcomes'].map(({ id }) => id)).toEqual(['a']);
  });

  it('never repeats an experience and never loses one', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
    fc.assert(
      fc.property(ids, ids, ids, ids, (full, strategy, surprise, cause) => {
        const placed = placeFindings({
          'Common Failures': full.map(finding),
          'Strategy Performance': strategy.map(finding),
          'Unexpected Outcomes': surprise.map(finding),
          'Root Causes to Watch': cause.map(finding),
        });
        const all = Object.values(placed).flatMap((list) => list.map(({ id }) => id));
        expect(all.sort()).toEqual([...new Set([...full, ...strategy, ...surprise, ...cause])].sort());
      }),
    );
  });

  it('each section leads with what it is about', () => {
    expect(findingText('Unexpected Outcomes', experience)).toMatch(/^Two tests share one temporary folder\n/);
    expect(findingText('Root Causes to Watch', experience)).toMatch(/^test-isolation: upload\.test\.ts/);
    expect(findingText('Strategy Performance', experience)).toMatch(
      /^trial-and-error for testing - falsified/,
    );
    expect(findingText('Common Failures', experience)).toContain('Next time: Look for shared state');
    expect(findingText('Common Failures', experience)).toContain(
      'Evidence: went otherwise than expected on 1970-01-01, stated',
    );
    expect(findingText('Common Failures', experience, 'trial-and-error')).toMatch(
      /^\*\*Failed before with trial-and-error\.\*\* /,
    );
  });

  it('asks one question per section, naming domain and strategy', () => {
    const queries = premortemQueries('testing', 'read-the-error');
    expect(Object.keys(queries)).toEqual([...PREMORTEM_SECTIONS]);
    expect(queries['Relevant Principles']).toBe('principles for testing using read the error');
    expect(premortemQueries('security')['Common Failures']).toContain('security');
  });
});
