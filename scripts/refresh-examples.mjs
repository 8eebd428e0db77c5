import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FENCE = /^(`{3,})(\w*)\n([\s\S]*?)^\1$/gm;

/**
 * A page with the output of its examples made anew: the fence after a `dossier … < items.json` command holds what the
 * command prints. The items are the page's own JSON list. Other fences stay as they are.
 */
export function refreshExamples(page) {
  const items = [...page.matchAll(FENCE)].find(([, , , text]) => text.startsWith('[\n  {'))?.[3] ?? '[]';
  let command;
  return page.replaceAll(FENCE, (fence, marks, language, text) => {
    const before = command;
    command = language === 'sh' && /^dossier .* < items\.json\n$/.test(text) ? text.trim() : undefined;
    if (before === undefined || language === 'sh') return fence;
    const output = run(before, items);
    const longest = Math.max(2, ...[...output.matchAll(/^ {0,3}(`{3,})/gm)].map(([, run]) => run.length));
    const own = '`'.repeat(Math.max(marks.length > 3 ? longest + 1 : 3, longest + 1));
    return `${own}${language}\n${output}${own}`;
  });
}

function run(command, input) {
  const args = command.replace(/^dossier | < items\.json$/g, '').split(' ');
  const cache = mkdtempSync(join(tmpdir(), 'dossier-docs-'));
  try {
    // Citation ids depend on a random text of the user; the pages must not.
    mkdirSync(join(cache, 'dossier'), { mode: 0o700 });
    writeFileSync(join(cache, 'dossier', 'citation-salt'), '0'.repeat(48), { mode: 0o600 });
    return execFileSync(process.execPath, ['dist/main.cjs', ...args], {
      input,
      env: { ...process.env, XDG_CACHE_HOME: cache },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
