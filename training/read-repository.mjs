// Reads a bare git folder: the source files of a commit and the newest commits with their hunks.
import { spawn } from 'node:child_process';
import { TEST_PATH } from './paths.mjs';

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

/** Minable files of a commit. Over `maxBytes` of code, those richest in comments stay; prose and tests get a fifth. */
export async function readFiles(gitDir, commit, { maxBytes, wanted = () => true }) {
  const listing = (await output(gitDir, ['ls-tree', '-r', '-l', '-z', commit])).toString('utf8');
  const code = [];
  const others = [];
  for (const entry of listing.split('\0')) {
    const match = /^\d+ blob ([0-9a-f]+)\s+(\d+)\t(.*)$/s.exec(entry);
    if (match === null || !isMinable(match[3]) || !wanted(match[3])) continue;
    const [, blob, size, path] = match;
    if (Number(size) === 0 || Number(size) > MAX_BYTES) continue;
    (PROSE.test(path) || TEST_PATH.test(path) ? others : code).push({ blob, size: Number(size), path });
  }
  const files = await readBlobs(gitDir, spread(code, maxBytes * 4));
  return [...richest(files, maxBytes), ...(await readBlobs(gitDir, spread(others, maxBytes / 5)))];
}

/** At most `maxBytes` of the entries, evenly over the tree. */
function spread(entries, maxBytes) {
  const keep = maxBytes / entries.reduce((sum, entry) => sum + entry.size, 1);
  return keep >= 1
    ? entries
    : entries.filter((_, at) => Math.floor(at * keep) !== Math.floor((at + 1) * keep));
}

const DOC_COMMENT = /\/\*\*|"""|^\s*\/\/\/|^\/\/ [A-Z]|^\s*# [A-Z]|^\s*--- |@doc /gm;

function richest(files, maxBytes) {
  const ranked = files
    .map((file) => ({
      file,
      richness: (file.text.match(DOC_COMMENT)?.length ?? 0) / (file.text.length + 500),
    }))
    .sort((a, b) => b.richness - a.richness);
  let total = 0;
  const kept = [];
  for (const { file } of ranked) {
    total += file.text.length;
    if (total > maxBytes) break;
    kept.push(file);
  }
  return kept.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function readBlobs(gitDir, entries) {
  const files = [];
  for (let at = 0; at < entries.length; at += 500) {
    const batch = entries.slice(at, at + 500);
    const blobs = `${batch.map((entry) => entry.blob).join('\n')}\n`;
    const data = await output(gitDir, ['cat-file', '--batch'], blobs);
    let position = 0;
    for (const { path } of batch) {
      const newline = data.indexOf(10, position);
      const [, kind, size] = data.toString('latin1', position, newline).split(' ');
      // A large file may be absent from the copy.
      if (kind !== 'blob') {
        position = newline + 1;
        continue;
      }
      files.push({ path, text: data.toString('utf8', newline + 1, newline + 1 + Number(size)) });
      position = newline + Number(size) + 2;
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
