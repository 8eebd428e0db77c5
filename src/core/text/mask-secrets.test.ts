import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskSecretsIn, maskSecretsInPath } from './mask-secrets.ts';
import { MASK } from './secrets/secret-span.ts';

/** Put together at run time, so that this file holds no token itself. */
const TOKENS = [
  `AKIA${'A1B2C3D4E5F6G7H8'}`,
  `ghp_${'a1B2'.repeat(9)}`,
  `github_pat_${'a1B2_'.repeat(10)}`,
  `glpat-${'a1B2c3'.repeat(4)}`,
  `xoxb-${'2048163264'}-${'a8Kd'.repeat(4)}`,
  `sk-ant-${'a1B2c3D4'.repeat(5)}`,
  `sk_live_${'a1B2c3D4'.repeat(3)}`,
  `AIza${'a1B2c'.repeat(7)}`,
  `npm_${'a1B2'.repeat(9)}`,
  `hf_${'a1B2c3'.repeat(6)}`,
  `eyJ${'hbGci'.repeat(4)}.eyJ${'zdWIi'.repeat(4)}.${'sig_A'.repeat(5)}`,
];

test.each(TOKENS)('the token %s is masked and its kind stays readable', (token) => {
  const { text, masked } = maskSecretsIn(`const a = 1;\nconst one = "${token}"; // live`);
  expect(masked).toBe(1);
  expect(text).not.toContain(token);
  expect(text).toMatch(/^const a = 1;\nconst one = "[\w.-]+\[masked\]"; \/\/ live$/);
});

test('a private key inside a text is masked, what stands around it is not', () => {
  const body = 'MIIEpAIBAAKCAQEA1c7'.repeat(3);
  const around = [
    'const pem = `-----BEGIN RSA PRIVATE KEY-----',
    '-----END RSA PRIVATE KEY-----`;',
    'run(pem);',
  ];
  const { text, masked, kinds } = maskSecretsIn([around[0], body, around[1], around[2]].join('\n'));
  expect(text).toBe([around[0], MASK, around[1], around[2]].join('\n'));
  expect(masked).toBe(1);
  expect(kinds).toEqual({ 'private key': 1 });
});

test('a password given to a name is masked, and counted by its kind', () => {
  const value = ['k8Qz', 'W2mV', 'x0Lp'].join('');
  const { text, kinds } = maskSecretsIn(`host: db\npassword: ${value}\n# ${value.toLowerCase()}`);
  expect(text).toBe(`host: db\npassword: ${MASK}\n# ${value.toLowerCase()}`);
  expect(kinds).toEqual({ password: 1 });
});

test.each([
  ['a joined string', (one: string, other: string) => `const t = "${one}" +\n  "${other}";`],
  ['a backslash', (one: string, other: string) => `TOKEN=${one}\\\n${other}`],
  ['a wrapped line', (one: string, other: string) => `# the token ${one}\n# ${other} is old`],
  ['Windows lines', (one: string, other: string) => `${one}\r\n${other}\r\n`],
])('a token broken over two lines by %s is masked in both', (_by, write) => {
  const body = 'k8QzW2mVx0LpR7tYc3Nd5HsB1fGjA9uEo4iS';
  for (const cut of [4, 12, 30]) {
    const { text, masked } = maskSecretsIn(write(`ghp_${body.slice(0, cut)}`, body.slice(cut)));
    expect(masked).toBe(2);
    expect(text).not.toContain(body.slice(0, cut));
    expect(text).not.toContain(body.slice(cut));
    expect(text.split('\n')).toHaveLength(write('', '').split('\n').length);
  }
});

const PIECES = fc.array(
  fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...TOKENS,
      '\n',
      '\r\n',
      'password: ',
      'secret = "',
      '"',
      "token='",
      '://a:',
      '@b/',
      'Bearer ',
    ),
    fc.constantFrom(
      '-----BEGIN PRIVATE KEY-----\n',
      '-----END PRIVATE KEY-----',
      `${'MIIEpAIBAAKCAQEA1c7'.repeat(3)}\n`,
    ),
  ),
);

test('the number of lines never changes, and no token is left', () => {
  fc.assert(
    fc.property(PIECES, (pieces) => {
      // A token that another word runs into is none.
      const text = pieces.join(' ');
      const { text: clean } = maskSecretsIn(text);
      expect(clean.split('\n')).toHaveLength(text.split('\n').length);
      for (const token of TOKENS) expect(clean).not.toContain(token);
    }),
  );
});

test('masking a masked text changes nothing', () => {
  fc.assert(
    fc.property(PIECES, (pieces) => {
      const once = maskSecretsIn(pieces.join('')).text;
      expect(maskSecretsIn(once).text).toBe(once);
    }),
  );
});

test('a long text takes no longer than it is, whatever it is made of', () => {
  const started = process.cpuUsage();
  const parts = [
    'eyJ-',
    'eyJ.',
    'sk-',
    'SG.',
    'ghp_',
    'ghp_a\n',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '_authToken ',
    'AccountKey=',
    'token=',
    'token="',
    'token1',
    'token.1',
    'password: ',
    'secret ',
    '://',
    '://a:',
    'a@',
    'cookie:a=',
    'curl -u ',
    '?sig=',
    'key',
    'api_key ',
    ' ',
    '"',
    'Private-Lines: 1\n',
    'A1',
    '%41',
    '\n',
  ];
  for (const part of parts) {
    maskSecretsIn(part.repeat(100_000 / part.length));
    maskSecretsIn(`ghp_${part.repeat(25_000 / part.length)}`);
    maskSecretsIn(`password = ${part.repeat(25_000 / part.length)}`);
    maskSecretsIn(`-----BEGIN PRIVATE KEY-----\n${part.repeat(25_000 / part.length)}`);
  }
  expect(process.cpuUsage(started).user).toBeLessThan(parts.length * 250_000);
});

test('a token with an encoded character is masked whole in a folder and in the words around it', () => {
  const value = ['k8QzW2mVx0LpR7tYc3Nd', 'H4sB9fGjA1uEo6iSq5Zw', 'T0rXv7Mn2Ck8'];
  const token = `${'A'.repeat(21)}${value.join('')}%3D${value[1]}`;
  for (const clean of [
    maskSecretsInPath(`${token}/upload.ts`),
    maskSecretsIn(`moved to ${token}/upload`).text,
    maskSecretsIn(`Bearer ${token}`).text,
  ]) {
    for (const part of value) expect(clean).not.toContain(part);
  }
});
