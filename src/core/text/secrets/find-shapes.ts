import { hasUsualWords, isConstant, looksChosen, looksRandom } from './looks-random.ts';
import type { SecretSpan } from './secret-span.ts';
import { LISTS, SHAPES } from './shape-forms.ts';

/** Secrets revealed by the text around them: in addresses, on command lines, in cookies, lists and stored keys. */
export function findShapes(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  const present = gatesIn(text);
  for (const { kind, gates, form, chosen } of SHAPES) {
    if (gates.some(present)) found.push(...valuesIn(text, form, { kind, chosen }));
  }
  for (const { kind, gates, block, item, chosen } of LISTS) {
    for (const match of gates.some(present) ? text.matchAll(block) : []) {
      for (const { start, end } of valuesIn(match[0], item, { kind, chosen })) {
        found.push({ start: match.index + start, end: match.index + end, kind });
      }
    }
  }
  return found;
}

function valuesIn(
  text: string,
  form: RegExp,
  { kind, chosen }: { readonly kind: string; readonly chosen: boolean },
): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const match of text.matchAll(form)) {
    const value = match[1] ?? '';
    if ((value.length < LONG && hasUsualWords(value)) || isConstant(value)) continue;
    if (!looksRandom(value) && !(chosen && looksChosen(value))) continue;
    const end = match.index + match[0].length;
    found.push({ start: end - value.length, end, kind });
  }
  return found;
}
/** A random value of this length can contain a word by chance. */
const LONG = 24;

/** Which gates a text has. One pass for all takes a third of the time of one pass each. */
function gatesIn(text: string): (gate: string) => boolean {
  const found = new Set<string>();
  GATE.lastIndex = 0;
  for (let hit = GATE.exec(text); hit !== null; hit = GATE.exec(text)) {
    found.add(hit[0]);
    // One gate may contain another.
    GATE.lastIndex = hit.index + 1;
  }
  return (gate) => (gate.length < SHORTEST_GATE ? text.includes(gate) : found.has(gate));
}

/** Shorter ones occur many times in most texts. */
const SHORTEST_GATE = 4;
const GATE = new RegExp(
  [...new Set([...SHAPES, ...LISTS].flatMap(({ gates }) => gates))]
    .filter((gate) => gate.length >= SHORTEST_GATE)
    .map((gate) => gate.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|'),
  'g',
);
