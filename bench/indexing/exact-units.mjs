// Checks that the lines of every unit are exactly its code, by rules that know nothing of syntax trees:
// the definition names the unit, brackets opened from its first line close on its last one and not
// before, or (Python) the body is what is indented deeper. Then each file is moved down by some
// lines and indexed again: every unit must move with it. Run `npm run build` first.
//   node bench/indexing/exact-units.mjs <repository> [<repository> …]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createTreeSitterParser } from '../../dist/adapters/parsers/tree-sitter/tree-sitter-parser.js';
import { splitLines } from '../../dist/core/text/lines.js';
import { isGeneratedText, skipReasonOfPath } from '../../dist/indexing/skip-rules.js';

const CHECKED = new Set(['function', 'method', 'class', 'interface', 'enum']);
const BRACED = new Set([
  'go',
  'java',
  'typescript',
  'tsx',
  'javascript',
  'rust',
  'c',
  'cpp',
  'csharp',
  'php',
  'kotlin',
  'swift',
]);
const MOVED_BY = 7;
const EXAMPLES = 5;

const parser = createTreeSitterParser();
for (const root of process.argv.slice(2)) {
  const counts = { files: 0, units: 0, exact: 0, moved: 0 };
  const wrong = [];
  for (const path of listFiles(root)) {
    const language = parser.languageOf(path);
    if (skipReasonOfPath(path) !== undefined || (language !== 'python' && !BRACED.has(language))) continue;
    const text = readFileSync(join(root, path), 'utf8');
    const lines = splitLines(text);
    if (text.length > 500_000 || isGeneratedText(lines)) continue;
    counts.files++;
    const { units } = await parser.parse(path, text);
    const later = await parser.parse(path, '\n'.repeat(MOVED_BY) + text);
    for (const [index, unit] of units.entries()) {
      if (!CHECKED.has(unit.entityType)) continue;
      counts.units++;
      const exact =
        namesIt(unit, lines) && (language === 'python' ? fitsIndent(unit, lines) : fitsBrackets(unit, lines));
      if (exact) counts.exact++;
      else wrong.push(`${path}:${unit.startLine}-${unit.endLine} ${unit.qualifiedName}`);
      const same = later.units[index];
      const stays = same?.qualifiedName === unit.qualifiedName && same.endLine === unit.endLine + MOVED_BY;
      if (stays && same.startLine === unit.startLine + MOVED_BY) counts.moved++;
    }
  }
  const share = (count) => `${((100 * count) / counts.units).toFixed(2)} %`;
  console.log(
    `${basename(root)}: ${counts.files} files, ${counts.units} units, exact ${share(counts.exact)}, moved with their file ${share(counts.moved)}`,
  );
  for (const example of wrong.slice(0, EXAMPLES)) console.log(`  not exact: ${example}`);
}

function listFiles(root) {
  const listed = execFileSync('find', ['.', '-type', 'f', '-not', '-path', './.git/*', '-print0'], {
    cwd: root,
    maxBuffer: 100_000_000,
  });
  return listed
    .toString()
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.slice(2))
    .sort();
}

function namesIt(unit, lines) {
  if (unit.name === 'default' || unit.name === 'Companion') return true;
  return lines.slice(unit.definitionLine - 1, unit.signatureEndLine).some((line) => line.includes(unit.name));
}

/** The line after the unit is not part of it, and each of its lines is, judged by indentation. */
function fitsIndent(unit, lines) {
  const define = lines.findIndex(
    (line, row) => row >= unit.definitionLine - 1 && /^\s*(async\s+def|def|class)\b/.test(line),
  );
  if (define < 0 || define >= unit.endLine) return false;
  const indent = indentOf(lines[define]);
  let inString = false;
  for (let row = unit.signatureEndLine; row < unit.endLine; row++) {
    const line = lines[row];
    const quotes = line.match(/"""|'''/g)?.length ?? 0;
    if (
      !inString &&
      line.trim() !== '' &&
      !/^\s*#/.test(line) &&
      indentOf(line) <= indent &&
      !/^\s*[)\]}]/.test(line)
    )
      return false;
    if (quotes % 2 === 1) inString = !inString;
  }
  const next = lines.slice(unit.endLine).find((line) => line.trim() !== '' && !/^\s*#/.test(line));
  return next === undefined || indentOf(next) <= indent;
}

function indentOf(line) {
  return line.length - line.trimStart().length;
}

/** Brackets from the definition on are balanced at the last line and at no line between body and end. */
function fitsBrackets(unit, lines) {
  const code = withoutTexts(lines.slice(unit.definitionLine - 1, unit.endLine).join('\n')).split('\n');
  let depth = 0;
  const bodyRow = unit.signatureEndLine - unit.definitionLine;
  for (const [row, line] of code.entries()) {
    for (const character of line) {
      if ('{(['.includes(character)) depth++;
      else if ('})]'.includes(character)) depth--;
    }
    const last = row === code.length - 1;
    // A one-line unit may share its line with the end of what encloses it.
    if (last && code.length > 1 && depth > 0) return false;
    if (!last && row > bodyRow + 1 && depth < 0) return false;
  }
  return true;
}

/** Comments, strings and characters replaced, line breaks kept. */
function withoutTexts(code) {
  return code.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
    (text) => text.replace(/[^\n]/g, ' '),
  );
}
