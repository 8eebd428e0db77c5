import { describe, expect, it } from 'vitest';
import type { Commit } from '../../core/ports.ts';
import { historyEvidence, isFix } from './history-evidence.ts';

const commit = (sha: string, message: string, ...paths: string[]): Commit => ({
  sha,
  message,
  author: 'Ada',
  email: 'ada@example.org',
  time: 1_700_000_000_000,
  files: paths.map((path) => ({ path, insertions: 1, deletions: 1 })),
});

describe('isFix', () => {
  it.each(['Fix login', 'fixes #3', 'Revert "x"', 'Repair the leak', 'hotfix: port'])(
    'yes: %s',
    (message) => {
      expect(isFix(message)).toBe(true);
    },
  );
  it.each(['Fix typo in README', 'fix lint', 'docs: fix broken link', 'Fix formatting'])(
    'no, nothing broke: %s',
    (message) => {
      expect(isFix(message)).toBe(false);
    },
  );
  it.each(['Add prefix option', 'Merge branch fix-login', 'Rename suffix', 'Add x\n\nfixes y'])(
    'no: %s',
    (message) => {
      expect(isFix(message)).toBe(false);
    },
  );
});

describe('evidence from history', () => {
  const commits = [
    commit('c1', 'Fix token refresh', 'src/auth.ts', 'src/session.ts'),
    commit('c2', 'Add logout', 'src/auth.ts', 'src/session.ts'),
    commit('c3', 'Fix docs', 'docs/a.md'),
    commit('c4', 'Fix clock skew', 'src/auth.ts', 'src/session.ts'),
  ];
  const lines = historyEvidence({
    paths: ['src/auth.ts'],
    commits,
    stats: [{ path: 'src/auth.ts', commitCount: 6, insertions: 40, deletions: 12, authors: ['Ada'] }],
    together: [
      { path: 'src/auth.ts', with: 'src/session.ts', commits: 5 },
      { path: 'src/auth.ts', with: 'package.json', commits: 1 },
    ],
  });

  it('names the fixes that touched the files, and only those', () => {
    expect(lines.filter(({ kind }) => kind === 'fix').map(({ shas }) => shas)).toEqual([['c1'], ['c4']]);
  });

  it('names restless files with how many of their changes were fixes', () => {
    expect(lines.find(({ kind }) => kind === 'churn')?.text).toBe(
      'src/auth.ts changed in 6 commits (+40 -12, 1 author), 2 of the last 3 were fixes',
    );
  });

  it('names files that usually change with them, not those that did once', () => {
    expect(lines.filter(({ kind }) => kind === 'together').map(({ path }) => path)).toEqual([
      'src/session.ts',
    ]);
  });

  it('every line names the commits that prove it', () => {
    for (const line of lines) expect(line.shas.length).toBeGreaterThan(0);
  });

  it('a project without history gives no line', () => {
    expect(historyEvidence({ paths: ['a.ts'], commits: [], stats: [], together: [] })).toEqual([]);
  });

  it('leaves out what changes with everything', () => {
    const companions = historyEvidence({
      paths: ['src/auth.ts'],
      commits,
      stats: [{ path: 'src/auth.ts', commitCount: 10, insertions: 4, deletions: 1, authors: ['Ada'] }],
      together: [
        { path: 'src/auth.ts', with: 'package.json', commits: 4 },
        { path: 'src/auth.ts', with: 'src/session.ts', commits: 4 },
      ],
      all: {
        commits: 100,
        byPath: new Map([
          ['package.json', 40],
          ['src/session.ts', 12],
        ]),
      },
    }).flatMap((line) => (line.kind === 'together' ? [line.path] : []));
    expect(companions).toEqual(['src/session.ts']);
  });
});
