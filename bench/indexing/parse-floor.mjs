// The least that any indexer with these grammars takes: reads the files of a repository that have a grammar and
// parses each once, nothing else; no queries over the trees, no words, no store. Run `npm run build` first.
//   node bench/indexing/parse-floor.mjs <repository>
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';

const ENDINGS = { py: 'python', go: 'go', ts: 'typescript', tsx: 'tsx', js: 'javascript', mjs: 'javascript' };
const MAX_BYTES = 500_000;
const [root] = process.argv.slice(2);
const grammars = fileURLToPath(new URL('../../grammars', import.meta.url));

await Parser.init();
const parsers = new Map();
const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1e9 }).toString().split('\0');
let files = 0;
for (const path of paths) {
  const grammar = ENDINGS[/\.(\w+)$/.exec(path)?.[1]];
  if (grammar === undefined || /(^|\/)(vendor|node_modules)\//.test(path) || !existsSync(join(root, path)))
    continue;
  const text = readFileSync(join(root, path), 'utf8');
  if (text.length > MAX_BYTES) continue;
  const parser = parsers.get(grammar) ?? (await parserOf(grammar));
  parser.parse(text)?.delete();
  files++;
}
const { user, system } = process.cpuUsage();
console.log(
  `${files} files parsed: ${((user + system) / 1e6).toFixed(2)} s of the processor, ${process.uptime().toFixed(2)} s with the start of the process`,
);

async function parserOf(grammar) {
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(join(grammars, `tree-sitter-${grammar}.wasm`))));
  parsers.set(grammar, parser);
  return parser;
}
