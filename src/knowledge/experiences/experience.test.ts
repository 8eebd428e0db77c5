import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DossierError } from '../../core/errors.ts';
import { OUTCOMES, ROOT_CAUSES } from '../../core/vocabulary.ts';
import { axisTexts } from './axes.ts';
import {
  adoptExperience,
  experienceInputSchema,
  experienceSchema,
  resolutionSchema,
  resolveExperience,
  startExperience,
  tierOf,
  updateExperience,
} from './experience.ts';
import { isVague } from './vagueness.ts';

const NOW = 1_700_000_000_000;
const input = experienceInputSchema.parse({
  domain: 'debugging',
  strategy: 'read-the-error',
  goal: 'Make the login test pass in CI',
  hypothesis: 'The session cookie expires because the container clock runs in UTC',
  action: 'Freeze the clock in the login test',
  prediction: 'login.test.ts passes ten times in a row',
  session: 's1',
});
const started = startExperience(input, NOW);
const falsified = resolutionSchema.parse({
  outcome: 'falsified',
  result: 'login.test.ts still fails with 401',
  surprise: 'The cookie was never set: the proxy strips Set-Cookie',
  rootCause: 'wrong-assumption',
});

describe('start', () => {
  it.each(['goal', 'hypothesis', 'action', 'prediction'] as const)(
    'needs a %s of 1 to 1,000 characters',
    (field) => {
      expect(experienceInputSchema.safeParse({ ...input, [field]: '  ' }).success).toBe(false);
      expect(experienceInputSchema.safeParse({ ...input, [field]: 'x'.repeat(1001) }).success).toBe(false);
      expect(experienceInputSchema.safeParse({ ...input, [field]: 'x'.repeat(1000) }).success).toBe(true);
    },
  );
});

describe('update', () => {
  it('a changed hypothesis, action or prediction is a new iteration and keeps the old attempt', () => {
    const next = updateExperience(started, { hypothesis: 'The proxy strips Set-Cookie' }, NOW + 1);
    expect(next.iteration).toBe(2);
    expect(next.history).toEqual([
      { hypothesis: input.hypothesis, action: input.action, prediction: input.prediction, until: NOW + 1 },
    ]);
  });

  it('a note, a strategy or the same words again are no new iteration', () => {
    const next = updateExperience(
      started,
      { note: 'CI uses nginx', strategy: 'check-assumptions', hypothesis: input.hypothesis },
      NOW,
    );
    expect(next).toMatchObject({ iteration: 1, history: [], notes: [{ text: 'CI uses nginx', at: NOW }] });
  });

  it('the iterations always equal the attempts made, and no attempt is lost', () => {
    const update = fc.record(
      {
        hypothesis: fc.constantFrom('a1', 'a2'),
        action: fc.constantFrom('b1', 'b2'),
        note: fc.constant('n'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(update, { maxLength: 12 }), (updates) => {
        const end = updates.reduce((entry, change) => updateExperience(entry, change, NOW), started);
        expect(end.iteration).toBe(end.history.length + 1);
        expect(experienceSchema.safeParse(end).success).toBe(true);
      }),
    );
  });
});

describe('resolve', () => {
  it('falsified needs a surprise and a root cause, and says which is missing', () => {
    const { surprise: _, ...noSurprise } = falsified;
    const { rootCause: __, ...noCause } = falsified;
    expect(() => resolveExperience(started, noSurprise, NOW)).toThrow(/give a surprise\./);
    expect(() => resolveExperience(started, noCause, NOW)).toThrow(/a root cause \(wrong-assumption/);
  });

  it('a lesson needs what worked', () => {
    expect(resolutionSchema.safeParse({ ...falsified, lesson: { takeaway: 'look first' } }).success).toBe(
      false,
    );
    expect(resolutionSchema.safeParse({ ...falsified, lesson: { whatWorked: 'nginx config' } }).success).toBe(
      true,
    );
  });

  it('happens once', () => {
    const done = resolveExperience(started, falsified, NOW);
    expect(() => resolveExperience(done, falsified, NOW)).toThrow(DossierError);
    expect(() => updateExperience(done, { note: 'x' }, NOW)).toThrow(/start a new one/);
    expect(() => adoptExperience(done, 's2')).toThrow(/start a new one/);
  });

  it('every falsified entry that was accepted has a surprise and a root cause', () => {
    const resolution = fc.record(
      {
        outcome: fc.constantFrom(...OUTCOMES),
        result: fc.constant('seen in build 41'),
        surprise: fc.constant('the proxy strips it'),
        rootCause: fc.constantFrom(...ROOT_CAUSES),
        captured: fc.boolean(),
      },
      { requiredKeys: ['outcome', 'result'] },
    );
    fc.assert(
      fc.property(resolution, (given) => {
        const parsed = resolutionSchema.parse(given);
        let done: ReturnType<typeof resolveExperience> | undefined;
        try {
          done = resolveExperience(started, parsed, NOW);
        } catch (error) {
          expect(error).toBeInstanceOf(DossierError);
        }
        const complete = parsed.surprise !== undefined && parsed.rootCause !== undefined;
        expect(done !== undefined).toBe(parsed.outcome !== 'falsified' || complete);
      }),
    );
  });
});

describe('adopt', () => {
  it('moves the entry to the session and remembers where it came from', () => {
    expect(adoptExperience(started, 's2')).toMatchObject({ session: 's2', adoptedFrom: ['s1'] });
    expect(adoptExperience(started, 's1')).toEqual(started);
  });
});

describe('tiers', () => {
  const base = { hypothesis: input.hypothesis, result: falsified.result, captured: false } as const;
  it.each([
    ['gold', 'captured from a test', { ...base, outcome: 'confirmed', captured: true }],
    ['silver', 'stated by the agent', { ...base, outcome: 'falsified' }],
    [
      'bronze',
      'a vague result, even captured',
      { ...base, outcome: 'confirmed', captured: true, result: 'it works now' },
    ],
    [
      'bronze',
      'a vague hypothesis',
      { ...base, outcome: 'confirmed', hypothesis: 'Something is wrong somehow' },
    ],
    ['abandoned', 'given up', { ...base, outcome: 'abandoned', captured: true }],
  ] as const)('%s: %s', (tier, _why, entry) => {
    expect(tierOf(entry)).toBe(tier);
  });
});

describe('the rule of vagueness', () => {
  it.each([
    'it works',
    'fixed',
    'The bug is fixed and tests pass',
    'Something weird happens in the cache layer',
    'maybe the config is wrong somewhere',
    'problem solved',
    '',
  ])('vague: %s', (text) => {
    expect(isVague(text)).toBe(true);
  });

  it.each([
    'The proxy strips Set-Cookie',
    'login.test.ts passes',
    'Exit code 137',
    'maybe `parseUrl` drops the port',
    'Connection pool exhausted under load',
    'Probably the timeout of 30 s is too short',
  ])('exact enough: %s', (text) => {
    expect(isVague(text)).toBe(false);
  });
});

describe('axes', () => {
  it('an active or confirmed entry has full and strategy only', () => {
    expect(Object.keys(axisTexts(started))).toEqual(['full', 'strategy']);
    const confirmed = resolutionSchema.parse({ outcome: 'confirmed', result: 'passes', surprise: 'fast' });
    expect(Object.keys(axisTexts(resolveExperience(started, confirmed, NOW)))).toEqual(['full', 'strategy']);
  });

  it('a falsified entry has all four, each speaking of its own', () => {
    const texts = axisTexts(resolveExperience(started, falsified, NOW));
    expect(Object.keys(texts)).toEqual(['full', 'strategy', 'surprise', 'root_cause']);
    expect(texts.surprise).toContain('proxy strips');
    expect(texts.root_cause).toContain('wrong assumption');
    expect(texts.strategy).toContain('read the error');
    expect(texts.full).toContain(input.goal);
  });
});
