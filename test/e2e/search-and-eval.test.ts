import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CORPUS } from '../ranking/corpus.ts';
import { runBinary, temporaryFolder } from './run-binary.ts';

let cwd: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
};
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { cwd });
const commit = (message: string) => {
  git('add', '--all');
  git('commit', '-q', '-m', message);
};
const dossier = (...args: string[]) =>
  runBinary(args, {
    cwd,
    environment: { DOSSIER_STORE: join(cwd, '.git/store.sqlite'), DOSSIER_EMBEDDER_KIND: 'none' },
  });

beforeAll(async () => {
  cwd = temporaryFolder();
  git('init', '-q');
  for (const [path, text] of Object.entries(CORPUS)) write(path, text);
  commit('Start the shop');
  const edit = (path: string, from: string, to: string) =>
    write(path, (CORPUS[path] ?? '').replace(from, to));
  edit('src/session/session-store.ts', '30 * 60 * 1000', '15 * 60 * 1000');
  commit('Close idle sessions after fifteen minutes (#7)');
  edit('src/upload/retry-policy.ts', 'MAX_ATTEMPTS = 6', 'MAX_ATTEMPTS = 8');
  commit('Try uploads up to eight attempts before giving up\n\nSigned-off-by: Ann <ann@example.org>');
  edit('src/http/rate-limit.ts', 'return false', 'return false // answered with 429');
  commit('Say in the rate limit what a refused request is answered with');
  // A version bump asks nothing.
  write('package.json', '{"version": "1.0.1"}');
  commit('Bump version to 1.0.1');
}, 60_000);

describe('the binary in a repository', () => {
  it('indexes, searches, explains, and prints a context inside its budget', async () => {
    expect((await dossier('index')).status).toBe(0);
    const found = await dossier('search', 'close idle sessions', '--json');
    expect(JSON.parse(found.stdout).hits[0]).toMatchObject({ path: 'src/session/session-store.ts' });
    const explained = await dossier('search', 'close idle sessions', '--explain');
    expect(explained.stdout).toMatch(/words \+\d/);
    const context = JSON.parse(
      (await dossier('query', 'rate limit', '--max-tokens', '500', '--json')).stdout,
    );
    expect(context.context).toContain('createRateLimit');
    expect(context.tokenCount).toBeLessThanOrEqual(500);
  });

  it('says when nothing relevant was found, with success and no noise', async () => {
    const { stdout, status } = await dossier('query', 'quaternion interpolation of cameras in shaders');
    expect(status).toBe(0);
    expect(stdout).toContain('Nothing relevant');
  });

  it('evaluates search on its own history and leaves no folder behind', async () => {
    const before = readdirSync(join(cwd, '..')).filter((name) => name.startsWith('dossier-snapshot'));
    const { stdout, status } = await dossier('eval', '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.questions.map(({ question }: { question: string }) => question)).toEqual([
      'Say in the rate limit what a refused request is answered with',
      'Try uploads up to eight attempts before giving up',
      'Close idle sessions after fifteen minutes',
    ]);
    expect(report.leftOut).toBe(1);
    expect(report.average).toMatchObject({ recallAt5: 1, lines: 1 });
    const after = readdirSync(join(cwd, '..')).filter((name) => name.startsWith('dossier-snapshot'));
    expect(after).toEqual(before);
    expect(git('status', '--porcelain', '--', '.', ':!.cache-of-test').toString()).toBe('');
  });

  it('prints the evaluation for people', async () => {
    const { stdout } = await dossier('eval', '--commits', '3', '--budget', '1000');
    expect(stdout).toMatch(/changed files in the first 10 +100 %/);
  });

  it('keeps the last evaluation', async () => {
    const measured = await dossier('eval', '--commits', '2', '--json');
    const kept = await dossier('eval', '--last', '--json');
    expect(JSON.parse(kept.stdout)).toEqual(JSON.parse(measured.stdout));
    const { evaluatedAt } = JSON.parse((await dossier('status', '--json')).stdout);
    expect(evaluatedAt).toBe(JSON.parse(measured.stdout).measuredAt);
  });

  it('says what is wrong when there is no history', async () => {
    const { status, stderr } = await runBinary(['eval'], { cwd: temporaryFolder(), environment: {} });
    expect(status).not.toBe(0);
    expect(stderr).toContain('nothing to evaluate');
    const last = await runBinary(['eval', '--last'], { cwd: temporaryFolder(), environment: {} });
    expect(last.stderr).toContain('Nothing was evaluated yet. Run "dossier eval".');
  });
});

describe('--also', () => {
  it('names another project that cannot be searched, and is refused by a server', async () => {
    const other = temporaryFolder();
    const listed = await dossier('search', 'SessionStore', '--also', other);
    expect(listed.stdout).toContain('src/session/session-store.ts');
    expect(listed.stderr).toMatch(/was left out: .* is not indexed yet/);
    const served = await dossier('serve', '--also', other);
    expect(served.status).not.toBe(0);
    expect(served.stderr).toContain('leave it out');
  });
});
