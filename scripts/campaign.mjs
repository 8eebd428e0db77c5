// The hostile tests at full size: npm run campaign [-- <share>], 1 for hours, 0.01 for minutes.
// Prints a row for each part and ends with status 1 when any failed. The fast subset runs with `npm test`.
// The soak runs the built program: `npm run build` first.
import { spawnSync } from 'node:child_process';

const share = Number(process.argv[2] ?? 1);
const sized = (count, least = 1) => String(Math.max(least, Math.round(count * share)));

const PARTS = [
  [
    'budget and documents',
    { DOSSIER_PROPERTY_RUNS: sized(1_000_000 / 3) },
    ['test/assembly/properties.test.ts'],
  ],
  ['kills of writers, SQLite', { DOSSIER_KILLS: sized(1000) }, ['test/faults/sqlite-processes.test.ts']],
  ['kills of writers, PostgreSQL', { DOSSIER_KILLS: sized(300) }, ['test/faults/postgres-processes.test.ts']],
  ['damaged stores', { DOSSIER_CAMPAIGN: sized(20) }, ['test/hostile/damaged-stores.test.ts']],
  ['two owners', { DOSSIER_TEST_REQUESTS: sized(20_000, 500) }, ['test/http/isolation.test.ts']],
  ['endpoints fuzzed', { DOSSIER_TEST_REQUESTS: sized(20_000, 500) }, ['test/http/fuzz.test.ts']],
  ['secrets', { DOSSIER_SECRET_ROUNDS: sized(155) }, ['test/hostile/secrets']],
  [
    'soak',
    { DOSSIER_SOAK_REQUESTS: sized(20_000, 200) },
    ['--config', 'vitest.e2e.config.ts', 'test/e2e/soak.test.ts'],
  ],
  [
    'attacks',
    {},
    [
      'test/hostile/git-vectors.test.ts',
      'test/hostile/settings.test.ts',
      'test/hostile/terminal.test.ts',
      'test/hostile/loopback.test.ts',
      'test/http/abuse.test.ts',
    ],
  ],
];

const rows = [];
for (const [name, environment, files] of PARTS) {
  const started = Date.now();
  const run = spawnSync('npx', ['vitest', 'run', '--test-timeout=86400000', '--reporter=json', ...files], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const report = reportOf(run.stdout);
  rows.push({
    part: name,
    size: Object.values(environment)[0] ?? '',
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.success ? 0 : 1),
    seconds: Math.round((Date.now() - started) / 1000),
  });
  console.log(JSON.stringify(rows.at(-1)));
  for (const { assertionResults } of report.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') console.log(`${fullName}\n${failureMessages.join('\n').slice(0, 2000)}`);
    }
  }
}
console.table(rows);
if (rows.some(({ failed }) => failed > 0)) process.exitCode = 1;

function reportOf(output) {
  const start = output.indexOf('{"numTotal');
  if (start < 0) return { numPassedTests: 0, numFailedTests: 1, success: false, testResults: [] };
  return JSON.parse(output.slice(start, output.lastIndexOf('}') + 1));
}
