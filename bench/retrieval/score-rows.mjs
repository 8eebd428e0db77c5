import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The measures of the benchmark's own evaluator, repeated here so that many variants can be compared
// in one process. The tables in the documentation come from the evaluator itself.
const CHARACTERS_PER_TOKEN = 4;
const lines = new Map();

export function scoreRows(bench, rows, answers) {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return rows.map((row) => ({ row, measures: scoreRow(bench, row, byId.get(row.id)) }));
}

function scoreRow(bench, row, answer) {
  const { certainty = 'likely', ms = 0, maps = {} } = answer ?? {};
  const certainties = {
    nothing: Number(certainty === 'nothing'),
    possibly: Number(certainty === 'possibly'),
  };
  if (row.expect === 'refusal') return { ms, ...certainties };
  const isSeen = certainty !== 'nothing';
  const ranked = isSeen ? (answer?.ranked ?? []) : [];
  const contexts = isSeen
    ? answer?.contexts
    : Object.fromEntries(Object.keys(answer?.contexts ?? {}).map((budget) => [budget, []]));
  const files = [...new Set(ranked.map(({ file }) => file))];
  const places = row.gold_files.map((file) => files.indexOf(file)).filter((place) => place >= 0);
  const recall = (count) =>
    row.gold_files.filter((file) => files.slice(0, count).includes(file)).length / row.gold_files.length;
  const measures = {
    'R@1': recall(1),
    'R@10': recall(10),
    MRR: places.length === 0 ? 0 : 1 / (1 + Math.min(...places)),
    ms,
    ...certainties,
  };
  if (row.targets !== undefined) measures['nDCG@10'] = gain(row.targets, ranked.slice(0, 10));
  if (contexts === undefined || row.gold_spans.length === 0) return measures;
  for (const [budget, spans] of Object.entries(contexts)) {
    const shown = pack(join(bench, 'repos', row.dir), spans, Number(budget));
    measures[`span@${budget / 1000}k`] = covered(row, shown);
    for (const { file, start, end } of isSeen ? (maps[budget] ?? []) : []) {
      for (let line = start; line <= end; line++) shown.add(`${file}:${line}`);
    }
    measures[`reach@${budget / 1000}k`] = covered(row, shown);
    const tokens = (some) => some.reduce((sum, span) => sum + span.tokens, 0);
    if (spans.length > 0) {
      measures[`precision@${budget / 1000}k`] =
        tokens(spans.filter((span) => touches(row, span))) / tokens(spans);
    }
  }
  return measures;
}

/** Whether a printed block has an expected line in it. */
function touches(row, { file, start, end }) {
  return row.gold_spans.some((span) => span.file === file && span.start <= end && span.end >= start);
}

function gain(targets, ranked) {
  const places = new Set();
  for (const target of targets) {
    const place = ranked.findIndex(
      ({ file, start, end }) =>
        file === target.file && (target.start === undefined || !(end < target.start || start > target.end)),
    );
    if (place >= 0) places.add(place);
  }
  const discount = (place) => 1 / Math.log2(place + 2);
  let ideal = 0;
  for (let place = 0; place < Math.min(10, targets.length); place++) ideal += discount(place);
  return [...places].reduce((sum, place) => sum + discount(place), 0) / ideal;
}

/** Which lines fit into the budget by the evaluator's count. */
function pack(folder, spans, budget) {
  let used = 0;
  const shown = new Set();
  for (const { file, start, end } of spans) {
    const text = linesOf(join(folder, file));
    const fresh = [];
    for (let line = Math.max(1, start); line <= Math.min(text.length, end); line++) {
      if (!shown.has(`${file}:${line}`)) fresh.push(line);
    }
    if (fresh.length === 0) continue;
    const header = Math.ceil((file.length + 12) / CHARACTERS_PER_TOKEN);
    if (used + header > budget) break;
    used += header;
    for (const line of fresh) {
      used += (text[line - 1].length + 1) / CHARACTERS_PER_TOKEN;
      if (used > budget) return shown;
      shown.add(`${file}:${line}`);
    }
  }
  return shown;
}

function covered(row, shown) {
  let total = 0;
  let hit = 0;
  for (const { file, start, end } of row.gold_spans) {
    for (let line = start; line <= end; line++) {
      total++;
      if (shown.has(`${file}:${line}`)) hit++;
    }
  }
  return total === 0 ? 0 : hit / total;
}

function linesOf(path) {
  const known = lines.get(path);
  if (known !== undefined) return known;
  const read = readFileSync(path, 'utf8').split('\n');
  lines.set(path, read);
  return read;
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
const BUDGETS = ['2k', '4k', '8k'];
const COLUMNS = [
  ...['R@1', 'R@10', 'MRR', 'nDCG@10'],
  ...['span', 'reach', 'precision'].flatMap((name) => BUDGETS.map((budget) => `${name}@${budget}`)),
  ...['nothing', 'possibly', 'ms'],
];

export function summaryLine(name, scored) {
  const cells = COLUMNS.flatMap((column) => {
    const numbers = scored.flatMap(({ measures }) => measures[column] ?? []);
    return numbers.length === 0 ? [] : [`${column} ${mean(numbers).toFixed(3)}`];
  });
  const macro = macroOf(scored);
  return `${name.padEnd(34)} n ${scored.length}  ${cells.join('  ')}${macro === undefined ? '' : `  macro ${macro}`}`;
}

/** The search set averages over a language's repositories, then over languages. */
function macroOf(scored) {
  const searched = scored.filter(({ measures }) => measures['nDCG@10'] !== undefined);
  if (searched.length === 0) return undefined;
  const averages = (groups) => new Map([...groups].map(([key, list]) => [key, mean(list)]));
  const repositories = new Map();
  for (const { row, measures } of searched) {
    const key = `${row.lang}\n${row.semble_name}`;
    repositories.set(key, [...(repositories.get(key) ?? []), measures['nDCG@10']]);
  }
  const languages = new Map();
  for (const [key, value] of averages(repositories)) {
    const [language] = key.split('\n');
    languages.set(language, [...(languages.get(language) ?? []), value]);
  }
  const perLanguage = averages(languages);
  const shown = ['typescript', 'javascript'].map(
    (language) => `${language} ${perLanguage.get(language)?.toFixed(3)}`,
  );
  return `${mean([...perLanguage.values()]).toFixed(3)} (${shown.join(', ')})`;
}
