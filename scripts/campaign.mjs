// The hostile tests at full size. Every part runs in pieces with seeds of their own. With a log, pieces it already holds are not run again, so that a
// campaign can be stopped and continued. Ends with status 1 when any piece failed. `npm test` runs the fast subset.
// Parts under test/e2e run the built program: `npm run build` first.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const USAGE = `npm run campaign [-- <share>] [--only <part>] [--log <file>]

<share>         of the full size: 1 takes hours, 0.01 minutes (default: 1)
--only <part>   only the parts whose names start like this
--log <file>    keep the results, and go on where they end
`;

const { values, positionals } = argumentsOr(USAGE);
const share = Number(positionals[0] ?? 1);

const ATTACKS = [
  'git-vectors',
  'git-escapes',
  'git-hangs',
  'settings',
  'terminal',
  'loopback',
  'citations',
  'repositories',
].map((name) => `test/hostile/${name}.test.ts`);

/** `counts`: what one of the variable stands for, where it is not one. */
const PARTS = [
  {
    name: 'budget',
    size: 1_000_000,
    piece: 30_000,
    counts: 3,
    variable: 'DOSSIER_PROPERTY_RUNS',
    files: ['test/assembly/properties.test.ts'],
  },
  {
    name: 'kills of commands, SQLite',
    size: 1000,
    piece: 100,
    variable: 'DOSSIER_KILLS',
    files: ['test/faults/sqlite-killed.test.ts'],
  },
  {
    name: 'kills of commands, PostgreSQL',
    size: 300,
    piece: 50,
    variable: 'DOSSIER_KILLS',
    files: ['test/faults/postgres-killed.test.ts'],
  },
  {
    name: 'kills of writers, SQLite',
    size: 200,
    piece: 100,
    variable: 'DOSSIER_KILLS',
    files: ['test/faults/sqlite-processes.test.ts'],
  },
  {
    name: 'kills of writers, PostgreSQL',
    size: 60,
    piece: 30,
    variable: 'DOSSIER_KILLS',
    files: ['test/faults/postgres-processes.test.ts'],
  },
  {
    name: 'damaged stores',
    size: 20,
    piece: 20,
    variable: 'DOSSIER_CAMPAIGN',
    files: ['test/hostile/damaged-stores.test.ts'],
  },
  {
    name: 'owners',
    size: 20_000,
    piece: 1000,
    counts: 2,
    variable: 'DOSSIER_TEST_REQUESTS',
    files: ['test/http/isolation.test.ts'],
  },
  {
    name: 'endpoints fuzzed',
    size: 20_000,
    piece: 2000,
    counts: 2,
    variable: 'DOSSIER_TEST_REQUESTS',
    files: ['test/http/fuzz.test.ts'],
  },
  {
    name: 'parsers fuzzed',
    size: 20_000,
    piece: 20_000,
    variable: 'DOSSIER_PROPERTY_RUNS',
    files: ['src/adapters/parsers/tree-sitter/tree-sitter-parser.test.ts'],
  },
  {
    name: 'secrets',
    size: 155,
    piece: 155,
    variable: 'DOSSIER_SECRET_ROUNDS',
    files: ['test/hostile/secrets'],
  },
  {
    name: 'soak',
    size: 20_000,
    piece: 20_000,
    variable: 'DOSSIER_SOAK_REQUESTS',
    files: ['--config', 'vitest.e2e.config.ts', 'test/e2e/soak.test.ts'],
  },
  {
    name: 'attacks',
    size: 1,
    piece: 1,
    variable: 'DOSSIER_CAMPAIGN',
    files: [...ATTACKS, 'test/http/abuse.test.ts', 'test/http/webhook.test.ts'],
  },
];

const parts = PARTS.filter(({ name }) => values.only === undefined || name.startsWith(values.only));
if (values.help) {
  console.log(`${USAGE}\nParts: ${PARTS.map(({ name }) => name).join('; ')}`);
  process.exit(0);
}
if (!(share > 0) || positionals.length > 1)
  fail(`"${positionals.join(' ')}" is no share: give a number such as 0.01.`);
if (parts.length === 0)
  fail(`No part is called "${values.only}". There are: ${PARTS.map(({ name }) => name).join('; ')}.`);

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
const done =
  values.log !== undefined && existsSync(values.log)
    ? readFileSync(values.log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

for (const part of parts) {
  const wanted = Math.max(1, Math.ceil((part.size * share) / part.piece));
  const size = wanted === 1 ? Math.max(1, Math.round(part.size * share)) : part.piece;
  for (let piece = 1; piece <= wanted; piece++) {
    if (!done.some((row) => row.part === part.name && row.piece === piece)) run(part, piece, size);
  }
}
const rows = PARTS.flatMap(({ name }) => {
  const pieces = done.filter(({ part }) => part === name);
  const sum = (field) => pieces.reduce((total, row) => total + row[field], 0);
  if (pieces.length === 0) return [];
  return [
    { part: name, size: sum('size'), passed: sum('passed'), failed: sum('failed'), seconds: sum('seconds') },
  ];
});
console.table(rows);
if (rows.some(({ failed }) => failed > 0)) process.exitCode = 1;

function argumentsOr(usage) {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string' }, log: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`);
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}

function run({ name, counts = 1, variable, files }, piece, size) {
  const started = Date.now();
  const { stdout, stderr } = spawnSync(
    'npx',
    ['vitest', 'run', '--test-timeout=86400000', '--reporter=json', ...files],
    {
      env: { ...process.env, [variable]: String(Math.ceil(size / counts)), DOSSIER_TEST_SEED: String(piece) },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const report = reportOf(stdout);
  // A run that could not even start has no failed test to name.
  if (report.testResults.length === 0) console.log(stderr.slice(-2000));
  const row = {
    part: name,
    piece,
    size,
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.success ? 0 : 1),
    seconds: Math.round((Date.now() - started) / 1000),
    commit,
    node: process.version,
  };
  done.push(row);
  console.log(JSON.stringify(row));
  if (values.log !== undefined) appendFileSync(values.log, `${JSON.stringify(row)}\n`);
  for (const { assertionResults } of report.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') console.log(`${fullName}\n${failureMessages.join('\n').slice(0, 2000)}`);
    }
  }
}

function reportOf(output) {
  const start = output.indexOf('{"numTotal');
  if (start < 0) return { numPassedTests: 0, numFailedTests: 1, success: false, testResults: [] };
  return JSON.parse(output.slice(start, output.lastIndexOf('}') + 1));
}
