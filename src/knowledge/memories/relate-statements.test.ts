import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsIn } from './amounts.ts';
import { relateStatements } from './relate-statements.ts';

const statistics = { frequencies: new Map(), documents: 100 };
const relation = (newer: string, older: string) =>
  relateStatements(newer, [{ content: older }], statistics)?.relation;

describe('amounts', () => {
  it.each([
    ['20k messages', '20,000 messages'],
    ['four minutes', '240 s'],
    ['a week', '7 days'],
    ['at 02:30', 'from 2:30 on'],
    ['30s', '30 seconds'],
    ['at half past six', 'at 6:30'],
    ['quarter to 7', '6:45'],
    ['6 pm', '18:00'],
    ['a minute and a half', '90 s'],
    ['in the first quarter of an hour', 'within 15 minutes'],
    ['half an hour', '30 min'],
  ])('%s is %s', (one, other) => {
    expect(amountsIn(one)).toEqual(amountsIn(other));
    expect(amountsIn(one).size).toBe(1);
  });
  it('versions and names with digits stay whole, articles are no amounts', () => {
    expect(amountsIn('an api v2 in a box')).toEqual(new Set());
    expect(amountsIn('firmware 2.3.1')).not.toEqual(amountsIn('firmware 2.3.2'));
  });
});

describe('what a newer statement is to an older one', () => {
  it('the same, in other words', () => {
    expect(
      relation(
        'Install with yarn, since npm overwrites the lockfile',
        'Use yarn to install; npm overwrites the lockfile.',
      ),
    ).toBe('same');
  });
  it.each([
    [
      'unit tests only: ./gradlew check -PskipIt. The integration ones want Docker and need about 11 min',
      '`./gradlew check -PskipIt` runs unit tests only; integration tests need Docker and take eleven minutes.',
    ],
    [
      "The operator's tariff API permits 60 requests per minute and key (we own two keys)",
      'The tariff API of the grid operator allows 60 calls a minute per key; we have two keys.',
    ],
    [
      'TestFlight upload: run `fastlane beta` on the release branch, the build number is bumped for you',
      'iOS releases: `fastlane beta` from the release branch; it bumps the build number and uploads to TestFlight.',
    ],
  ])('the same, with other words in other places: %s', (newer, older) => {
    expect(relation(newer, older)).toBe('same');
  });
  it.each([
    ['another count', 'One approval is enough for changes in core/', 'Changes in core/ need two approvals'],
    [
      'another command',
      'Run `bazel test //core:all` for the Rust core with the generated bindings',
      'Run `bazel build //core:all` for the Rust core with the generated bindings',
    ],
    ['a replaced word', 'Deploys of the gateway run from develop', 'Deploys of the gateway run from main'],
  ])('never the same with %s', (_, newer, older) => {
    expect(relation(newer, older)).not.toBe('same');
  });
  it('an update: another amount, or a word that says it changed', () => {
    expect(relation('The cleanup job runs at 04:00', 'The cleanup job runs at 02:30 every night')).toBe(
      'update',
    );
    expect(relation('The queue moved from Redis to Kafka', 'The queue runs on Redis')).toBe('update');
  });
  it.each([
    ['With the new plan there are 41 zones since Monday', '37 zones. A short trip is at most 4 stops.'],
    [
      'web processes of extensions may take 512 MB from 0.21 on',
      "Extensions ask for `fs` at install. Each has its own web process with a ceiling of 256 MB; above that it's killed.",
    ],
  ])('an update of one of several things that an older statement says: %s', (newer, older) => {
    expect(relation(newer, older)).toBe('update');
  });
  it.each([
    [
      'a value of what stands before the colon',
      'Customers have 30 days for complaints according to the new terms',
      'Complaints: free reprint within 14 days after delivery if they send a photo. Later than that Sabine decides.',
    ],
    [
      'what the older one denies',
      'Locks go through Redis since the move to two nodes',
      'One server per clock, no Redis, no database lock. Keep it boring.',
    ],
    [
      'a number that stands apart from what it counts',
      'Tablets were lifted to Chrome 131 last night',
      'Tablets: Samsung Tab Active 4, kiosk via Knox, Chrome frozen at 118. So no view transitions.',
    ],
  ])('an update: %s', (_, newer, older) => {
    expect(relation(newer, older)).toBe('update');
  });
  it('is about the older statement that shares most, whatever their order', () => {
    const olders = [
      { content: 'The clock runs in one process for each harbour.' },
      { content: 'The clock falls by 0.05 kr per tick, tick = 200 ms.' },
    ];
    for (const some of [olders, olders.toReversed()]) {
      const related = relateStatements('tick is 150 ms now, 200 was too slow', some, statistics);
      expect(related?.older).toBe(olders[1]);
      expect(related?.relation).toBe('update');
    }
  });
  it('neither: another subject', () => {
    expect(relation('The office closes at 18:00', 'The cleanup job runs at 02:30')).toBe('other');
    expect(relation('Invoices are sent as PDF', 'The queue runs on Redis')).toBe('other');
  });
  it('never calls a statement an update of itself', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), (text) => {
        expect(relation(text, text)).not.toBe('update');
      }),
    );
  });
});
