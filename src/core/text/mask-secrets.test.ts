import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSecretFile, MASK, maskSecrets, mayHoldSecrets } from './mask-secrets.ts';

/** Put together at run time, so that this file holds no token itself. */
const TOKENS = [
  `AKIA${'A1B2C3D4E5F6G7H8'}`,
  `ghp_${'a1B2'.repeat(9)}`,
  `github_pat_${'a1B2_'.repeat(10)}`,
  `glpat-${'a1B2c3'.repeat(4)}`,
  `xoxb-${'1234567890'}-abcdef`,
  `sk-ant-${'a1B2c3D4'.repeat(5)}`,
  `sk_live_${'a1B2c3D4'.repeat(3)}`,
  `AIza${'a1B2c'.repeat(7)}`,
  `npm_${'a1B2'.repeat(9)}`,
  `hf_${'a1B2c3'.repeat(6)}`,
  `eyJ${'hbGci'.repeat(4)}.eyJ${'zdWIi'.repeat(4)}.${'sig_A'.repeat(5)}`,
];

test.each(TOKENS)('the token %s is masked and its kind stays readable', (token) => {
  const { lines, masked } = maskSecrets(['const a = 1;', `const key = "${token}"; // live`]);
  expect(masked).toBe(1);
  expect(lines[1]).not.toContain(token);
  expect(lines[1]).toContain(MASK);
  expect(lines[1]).toMatch(/^const key = ".+"; \/\/ live$/);
});

test('a private key inside a text is masked, what stands around it is not', () => {
  const body = 'MIIEpAIBAAKCAQEA1c7'.repeat(3);
  const { lines, masked } = maskSecrets([
    'const pem = `-----BEGIN RSA PRIVATE KEY-----',
    body,
    '-----END RSA PRIVATE KEY-----`;',
    'run(pem);',
  ]);
  expect(lines[1]).toBe(MASK);
  expect(lines[3]).toBe('run(pem);');
  expect(masked).toBe(1);
});

test('ordinary code is left as it is', () => {
  const lines = [
    'const sku = "sk-12";',
    'import x from "npm_config";',
    'key-value pairs',
    'hash = "d41d8cd98f00b204e9800998ecf8427e"',
  ];
  expect(maskSecrets(lines)).toEqual({ lines, masked: 0 });
});

test('the number of lines never changes', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(...TOKENS, '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----'),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const result = maskSecrets(lines);
      expect(result.lines).toHaveLength(lines.length);
      for (const token of TOKENS) expect(result.lines.some((each) => each.includes(token))).toBe(false);
    }),
  );
});

test.each([
  ['.env', true],
  ['app/.env.production', true],
  ['.env.example', false],
  ['certs/server.key', true],
  ['deploy/id_ed25519', true],
  ['home/.aws/credentials', true],
  ['home/.AWS/Credentials', true],
  ['src/credentials.ts', false],
  ['src/keyboard.ts', false],
  ['environment.ts', false],
])('%s is a secret file: %s', (path, expected) => {
  expect(isSecretFile(path)).toBe(expected);
});

test('a text that may hold no secrets has none', () => {
  const piece = fc.oneof(fc.constantFrom(...TOKENS, '-----BEGIN RSA PRIVATE KEY-----', '\n'), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join(' ');
      fc.pre(!mayHoldSecrets(text));
      expect(maskSecrets(text.split('\n')).masked).toBe(0);
    }),
  );
  for (const token of TOKENS) expect(mayHoldSecrets(`a\n${token}\nb`)).toBe(true);
});

test('a long line takes no longer than it is, whatever it is made of', () => {
  const started = process.cpuUsage();
  for (const part of ['eyJ-', 'eyJ.', 'sk-', 'SG.', '-----BEGIN ', '_authToken ', 'AccountKey=']) {
    maskSecrets([part.repeat(400_000 / part.length)]);
  }
  expect(process.cpuUsage(started).user).toBeLessThan(1_500_000);
});
