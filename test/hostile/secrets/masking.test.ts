import { expect, test } from 'vitest';
import { maskSecretsIn, maskSecretsInPath } from '../../../src/core/text/mask-secrets.ts';
import { fillPattern, shows } from './fill-pattern.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { SECRET_KINDS } from './secret-kinds.ts';
import { plant } from './surroundings.ts';
import { TOKEN_KINDS } from './token-kinds.ts';

const SEEDS = ['a', 'b', 'c'];

test('at least 120 kinds of secrets and 60 of look-alikes are tried', () => {
  expect(new Set(SECRET_KINDS.map((kind) => kind.name)).size).toBeGreaterThanOrEqual(120);
  expect(new Set(LOOK_ALIKES.map(([name]) => name)).size).toBeGreaterThanOrEqual(60);
});

test('999 of 1,000 planted secrets are masked, and every kind is known in every place', () => {
  const shown: string[] = [];
  const always: string[] = [];
  let planted = 0;
  for (const kind of SECRET_KINDS) {
    const places = new Map<string, number>();
    for (const seed of SEEDS) {
      for (const { place, text, secret } of plant(kind, seed)) {
        planted++;
        if (!shows(maskSecretsIn(text).text, secret)) continue;
        shown.push(`${kind.name}, ${place}: ${text}`);
        places.set(place, (places.get(place) ?? 0) + 1);
      }
    }
    for (const [place, times] of places) if (times === SEEDS.length) always.push(`${kind.name}, ${place}`);
  }
  expect(always).toEqual([]);
  expect(shown.slice(0, Math.max(0, shown.length - planted / 1000))).toEqual([]);
});

/** Forms that end ordinary names (`cache-key-`) or stand inside base64 and other tokens. */
const NEEDS_A_BEGINNING = [
  ...['Mailgun key', 'Mailgun key of a domain', 'Firecrawl key', 'LaunchDarkly key', 'Voyage key'],
  ...['Fireworks key', 'Mollie key', 'WooCommerce secret', 'Resend key', 'Notion secret', 'Adyen key'],
  ...[
    'Square long token',
    'Facebook token',
    'Twitter bearer',
    'Artifactory reference token',
    'Intercom token',
  ],
  ...['Azure key with its place', 'Azure registry password', 'Azure search key', 'Yandex session token'],
  ...['Yandex static key', 'Confluent secret', 'New Relic license', 'Salesforce session', 'MaxMind key'],
  ...['Octopus key', 'Okta token', 'Jenkins token', 'Brave key', 'Amazon refresh token', 'address of a node'],
];

test.each(TOKEN_KINDS.filter(({ name }) => !NEEDS_A_BEGINNING.includes(name)))(
  'a token is masked inside a name: $name',
  ({ pattern }) => {
    for (const seed of SEEDS) {
      const { text, secret } = fillPattern(pattern, seed);
      for (const around of [
        `backup-${text}`,
        `old_${text}`,
        `feature/old-${text}`,
        `session-${text} ended`,
      ]) {
        expect(shows(maskSecretsInPath(around), secret), around).toBe(false);
        expect(shows(maskSecretsIn(around).text, secret), around).toBe(false);
      }
    }
  },
);

test.each(LOOK_ALIKES)('a look-alike stays: %s', (_name, pattern) => {
  for (const seed of SEEDS) {
    const { text } = fillPattern(pattern, seed);
    expect(maskSecretsIn(text).text).toBe(text);
  }
});
