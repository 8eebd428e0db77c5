// Reads a bare git folder: the source files of a commit and the newest commits with their hunks.
import { spawn } from 'node:child_process';

const CODE =
  /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|py|go|rs|java|kt|scala|c|h|cc|cpp|cxx|hpp|hh|cs|rb|php|swift|lua|ex|exs|sh|bash)$/;
const PROSE = /\.mdx?$/;
/** Copies of other people's code, generated code and data: not this repository's own words. */
const FOREIGN =
  /(^|\/)(node_modules|vendor|_?vendored|third_?party|3rd_?party|external|extern|bundled|deps|dist|build|out|generated|__generated__|fixtures?|__fixtures__|testdata|test-data|test_data|snapshots?|__snapshots__|locales?|i18n|translations?|min|cassettes|migrations)\//i;
const FOREIGN_FILE =
  /(\.min\.|\.bundle\.|\.pb\.|_pb2?\.|\.generated\.|\.g\.|\.d\.ts$|-lock\.|CHANGELOG|changelog)/;
const MAX_BYTES = 150_000;

export function isMinable(path) {
  return (CODE.test(path) || PROSE.test(path)) && !FOREIGN.test(path) && !FOREIGN_FILE.test(path);
}

export async function output(gitDir, args, input) {
  const child = spawn('git', ['--git-dir', gitDir, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => child.kill());
  child.stdin.end(input ?? '');
  const parts = [];
  for await (const part of child.stdout) parts.push(part);
  return Buffer.concat(parts);
}

/** Minable files of a commit, at most `maxBytes` in all, spread evenly over the tree. */
export async function readFiles(gitDir, commit, { maxBytes, wanted = () => true }) {
  const listing = (await output(gitDir, ['ls-tree', '-r', '-l', '-z', commit])).toString('utf8');
  let entries = [];
  for (const entry of listing.split('\0')) {
    const match = /^\d+ blob ([0-9a-f]+)\s+(\d+)\t(.*)$/s.exec(entry);
    if (match === null || !isMinable(match[3]) || !wanted(match[3])) continue;
    const size = Number(match[2]);
    if (size > 0 && size <= MAX_BYTES) entries.push({ blob: match[1], size, path: match[3] });
  }
  const total = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (total > maxBytes) {
    const keep = maxBytes / total;
    entries = entries.filter((_, at) => Math.floor(at * keep) !== Math.floor((at + 1) * keep));
  }
  const files = [];
  for (let at = 0; at < entries.length; at += 500) {
    const batch = entries.slice(at, at + 500);
    const data = await output(
      gitDir,
      ['cat-file', '--batch'],
      `${batch.map((entry) => entry.blob).join('\n')}\n`,
    );
    let position = 0;
    for (const { path } of batch) {
      const newline = data.indexOf(10, position);
      const size = Number(data.toString('latin1', position, newline).split(' ')[2]);
      files.push({ path, text: data.toString('utf8', newline + 1, newline + 1 + size) });
      position = newline + size + 2;
    }
  }
  return files;
}

/**
 * The newest commits, each with its message and the hunks of minable files. A commit that cannot be
 * read (a large file may be absent from the copy) ends git's output; reading goes on after it.
 */
export async function* readCommits(gitDir, commit, options) {
  let seen = 0;
  for (let restarts = 0; restarts < 60 && seen < options.count; restarts++) {
    const before = seen;
    const log = { ended: undefined };
    for await (const found of readLog(gitDir, commit, { ...options, skip: seen }, log)) {
      seen++;
      yield found;
    }
    if ((await log.ended) === 0) return;
    if (seen === before) seen++;
  }
}

/** Git compares only what is wanted: most of the time of `git log -p` goes into tests and data. */
const PATHS = [
  ...'ts tsx mts js jsx mjs py go rs java kt scala c h cc cpp hpp cs rb php swift lua ex exs sh'
    .split(' ')
    .map((extension) => `*.${extension}`),
  ...'test spec fixture vendor third_party node_modules dist/ generated .min. .d.ts'
    .split(' ')
    .map((part) => `:(exclude,icase)*${part}*`),
];

async function* linesOf(stream) {
  stream.setEncoding('utf8');
  let rest = '';
  for await (const part of stream) {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function* readLog(gitDir, commit, { count, skip, context, maxHunks = 40 }, log) {
  const range = [`--skip=${skip}`, `-n${count - skip}`];
  const diff = ['-p', `-U${context}`, '--no-renames', '--no-color', '--diff-filter=AM', '--no-ext-diff'];
  const child = spawn(
    'git',
    [
      '--git-dir',
      gitDir,
      'log',
      commit,
      '--no-merges',
      ...range,
      ...diff,
      '--format=%x01%H%x02%s%x02%b%x03',
      '--',
      ...PATHS,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  log.ended = new Promise((resolve) => child.on('close', resolve));
  let current;
  let header = '';
  let path;
  let hunk;
  try {
    for await (const line of linesOf(child.stdout)) {
      if (line.startsWith('\x01') || header !== '') {
        header += header === '' ? line.slice(1) : `\n${line}`;
        if (!line.endsWith('\x03')) continue;
        if (current !== undefined) yield current;
        const [sha, subject, body] = header.slice(0, -1).split('\x02');
        current = { sha, subject, body: body ?? '', hunks: [], files: new Set() };
        header = '';
        path = undefined;
        hunk = undefined;
      } else if (line.startsWith('+++ ')) {
        path = line.startsWith('+++ b/') ? line.slice(6) : undefined;
        hunk = undefined;
        if (path !== undefined) current.files.add(path);
      } else if (line.startsWith('@@ ')) {
        hunk = undefined;
        if (path === undefined || !isMinable(path) || current.hunks.length >= maxHunks) continue;
        const next = Number(/\+(\d+)/.exec(line)?.[1] ?? 1);
        hunk = { path, next, lines: [], changed: [], head: line.replace(/^@@.*?@@ ?/, '') };
        current.hunks.push(hunk);
      } else if (hunk !== undefined && hunk.lines.length < 120) {
        if (line.startsWith('-')) hunk.changed.push(hunk.next);
        else if (line.startsWith('+') || line.startsWith(' ')) {
          if (line.startsWith('+')) hunk.changed.push(hunk.next);
          hunk.lines.push(line.slice(1));
          hunk.next++;
        }
      }
    }
    if (current !== undefined) yield current;
  } finally {
    child.kill();
  }
}
