import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const WINDOW = 40;
const BUDGETS = [2000, 4000, 8000];
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** Answers rows by BM25 over windows of 40 lines with split identifiers: what a few lines of code give anyone. */
export function answerByWindows(work, rows) {
  return [...byDirectory(rows)].flatMap(([dir, group]) => {
    const index = indexOf(join(work, 'repos', dir));
    return group.map((row) => answer(index, row));
  });
}

function indexOf(tree) {
  const windows = [];
  const postings = new Map();
  const paths = execFileSync('git', ['-C', tree, 'ls-files', '-z'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  }).split('\0');
  for (const path of paths.filter((each) => each !== '')) {
    const text = textOf(join(tree, path));
    if (text === undefined) continue;
    const lines = text.split('\n');
    for (let start = 0; start < lines.length; start += WINDOW) {
      const words = wordsOf(`${path}\n${lines.slice(start, start + WINDOW).join('\n')}`);
      const counts = new Map();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const [word, count] of counts) {
        if (!postings.has(word)) postings.set(word, []);
        postings.get(word).push([windows.length, count]);
      }
      windows.push({
        file: path,
        start: start + 1,
        end: Math.min(lines.length, start + WINDOW),
        length: words.length,
      });
    }
  }
  const average = windows.reduce((sum, { length }) => sum + length, 0) / Math.max(1, windows.length);
  return { windows, postings, average };
}

function textOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > 500_000) return undefined;
  const text = readFileSync(path, 'utf8');
  return text.includes('\0') ? undefined : text;
}

function wordsOf(text) {
  return (text.match(/[A-Za-z_$][\w$]*/g) ?? []).flatMap((word) => {
    const parts = word
      .split(/_+|(?<=[a-z\d])(?=[A-Z])/)
      .map((part) => part.toLowerCase())
      .filter((part) => part.length > 1);
    return parts.length > 1 ? [...parts, word.toLowerCase()] : parts;
  });
}

function answer({ windows, postings, average }, row) {
  const scores = new Float64Array(windows.length);
  for (const word of new Set(wordsOf(row.query))) {
    const list = postings.get(word) ?? [];
    const weight = Math.log(1 + (windows.length - list.length + 0.5) / (list.length + 0.5));
    for (const [place, count] of list) {
      const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * windows[place].length) / average;
      scores[place] += (weight * count * (SATURATION + 1)) / (count + SATURATION * length);
    }
  }
  const ranked = [...scores.keys()]
    .filter((place) => scores[place] > 0)
    .sort((a, b) => scores[b] - scores[a])
    .slice(0, 300)
    .map((place) => windows[place]);
  return {
    id: row.id,
    ranked,
    contexts: Object.fromEntries(BUDGETS.map((budget) => [budget, ranked])),
    ms: 0,
  };
}

function byDirectory(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.dir, [...(groups.get(row.dir) ?? []), row]);
  return groups;
}
