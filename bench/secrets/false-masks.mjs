// Lists every line of repositories in which a secret is masked, as it is after masking, and counts them.
// Run `npm run build` first.
//   node bench/secrets/false-masks.mjs <repository> [<repository> …]
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { maskSecretsIn } from '../../dist/core/text/mask-secrets.js';
import { isSecretFile } from '../../dist/core/text/secrets/secret-file.js';
import { skipReasonOfPath } from '../../dist/indexing/skip-rules.js';

const MAX_BYTES = 1_000_000;
const total = { files: 0, lines: 0, masked: 0, notRead: 0, bytes: 0 };
const started = process.cpuUsage();
for (const root of process.argv.slice(2)) walk(root, root);
const seconds = process.cpuUsage(started).user / 1e6;
const share = (total.masked / total.lines) * 10_000;
console.log(
  `${total.files} files, ${total.lines} lines: ${total.masked} masked, ${share.toFixed(2)} of 10,000`,
);
console.log(`${total.notRead} files made to hold secrets are not read`);
console.log(`${(total.bytes / 1e6 / seconds).toFixed(0)} MB a second of processor time, with reading`);

function walk(root, folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path);
    if (found.isDirectory() && name !== '.git') walk(root, path);
    if (found.isFile() && found.size < MAX_BYTES) look(root, path);
  }
}

function look(root, path) {
  const place = relative(root, path);
  if (skipReasonOfPath(place) !== undefined) return;
  if (isSecretFile(place)) {
    total.notRead++;
    return;
  }
  const bytes = readFileSync(path);
  if (bytes.subarray(0, 8000).includes(0)) return;
  const text = bytes.toString('utf8');
  const { text: clean, masked } = maskSecretsIn(text);
  const written = text.split('\n');
  total.files++;
  total.lines += written.length;
  total.masked += masked;
  total.bytes += bytes.length;
  if (masked === 0) return;
  for (const [index, line] of clean.split('\n').entries()) {
    if (line !== written[index])
      console.log(`${basename(root)}/${place}:${index + 1}  ${line.trim().slice(0, 160)}`);
  }
}
