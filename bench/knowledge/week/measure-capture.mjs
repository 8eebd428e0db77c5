// Drafts from transcripts against labels made by RULE.md: a draft is right when its kind is one of an item's
// and it has at least a quarter of the words of the item's gist; each item counts once.
import { readFileSync } from 'node:fs';
import { termsOf } from '../../../dist/core/text/terms.js';
import { findDrafts } from '../../../dist/knowledge/capture/find-drafts.js';
import { readTranscript } from '../../../dist/knowledge/capture/read-transcript.js';

const SHARED = 0.25;

export async function measureCapture(folder, { verbose }) {
  const lines = ['Capture (drafts worth keeping; items found)'];
  const { transcripts } = JSON.parse(readFileSync(new URL('labels.json', folder), 'utf8'));
  const totals = new Map();
  for (const { file, agent, keep } of transcripts) {
    const drafts = findDrafts(readTranscript(readFileSync(new URL(file, folder), 'utf8')));
    const left = [...keep];
    const total = totals.get(agent) ?? { drafts: 0, right: 0, items: 0 };
    for (const draft of drafts) {
      const words = new Set(termsOf(`${draft.text} ${draft.evidence}`));
      const at = left.findIndex(({ kind, also = [], gist }) => {
        const wanted = [...new Set(termsOf(gist))];
        const share = wanted.filter((word) => words.has(word)).length / wanted.length;
        return [kind, ...also].includes(draft.kind) && share >= SHARED;
      });
      if (at >= 0) left.splice(at, 1);
      if (verbose)
        lines.push(`    ${at >= 0 ? 'right' : 'WRONG'} ${file.slice(0, 40)} ${draft.kind}: ${draft.text}`);
      total.drafts++;
      if (at >= 0) total.right++;
    }
    if (verbose)
      for (const { kind, gist } of left) lines.push(`    MISSED ${file.slice(0, 40)} ${kind}: ${gist}`);
    total.items += keep.length;
    totals.set(agent, total);
  }
  for (const [agent, { drafts, right, items }] of totals)
    lines.push(`  ${agent}: ${right} of ${drafts} drafts worth keeping, ${right} of ${items} items found`);
  const sum = (field) => [...totals.values()].reduce((all, total) => all + total[field], 0);
  lines.push(
    `  all: precision ${(sum('right') / Math.max(1, sum('drafts'))).toFixed(2)} of ${sum('drafts')} drafts, recall ${(sum('right') / sum('items')).toFixed(2)} of ${sum('items')} items`,
  );
  return lines;
}
