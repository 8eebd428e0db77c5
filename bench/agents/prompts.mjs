// Which prompts the hook answers: `node bench/agents/prompts.mjs <labelled prompts> <project> [sample]`, after
// `npm run build` and `dossier index` in the project. Each line of the prompts has prompt, label (silent or
// context), kind and lang, and `borderline: true` where people would differ. All are decided as the hook decides; a sample goes through hook processes, where a
// prompt is answered only if the project also clearly holds what it is about.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { asksAboutCode } from '../../dist/interfaces/hooks/asks-about-code.js';
import { timeProcess } from '../start/time-process.mjs';

const [file, root, sample = '50'] = process.argv.slice(2);
const main = resolve(process.env.DOSSIER_MAIN ?? 'dist/main.cjs');
const payload = (prompt, session_id) => ({
  hook_event_name: 'UserPromptSubmit',
  session_id,
  cwd: resolve(root),
  prompt,
});
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
for (const row of rows) row.answered = asksAboutCode(row.prompt);

const share = (list, of = 'answered') => {
  const yes = list.filter((row) => row[of]).length;
  return `${yes} of ${list.length} (${((100 * yes) / list.length).toFixed(1)} %)`;
};
const table = (key) => {
  for (const name of [...new Set(rows.map(key))].sort())
    console.log(`${name.padEnd(24)} ${share(rows.filter((row) => key(row) === name))}`);
};
console.log('Decided to answer:');
table((row) => (row.borderline ? `${row.label}, borderline` : row.label));
table((row) => `${row.label} ${row.kind}`);
table((row) => `${row.label} ${row.lang}`);

const step = rows.length / Number(sample);
const sampled = Array.from({ length: Number(sample) }, (_, at) => rows[Math.floor(at * step)]);
for (const [at, row] of sampled.entries()) {
  const input = JSON.stringify(payload(row.prompt, `bench-${process.pid}-${at}`));
  const args = [main, 'hook', 'UserPromptSubmit'];
  const env = { ...process.env, DOSSIER_HOOK_MS: '60000' };
  row.said = timeProcess(args, { metered: false, input, env }).characters > 0;
}
console.log('\nOf the sample, given a context by a hook process:');
for (const label of ['silent', 'context'])
  console.log(
    `${label.padEnd(24)} ${share(
      sampled.filter((row) => row.label === label),
      'said',
    )}`,
  );
const against = sampled.filter((row) => row.said && !row.answered);
console.log(`given one against the decision: ${against.length}`);
