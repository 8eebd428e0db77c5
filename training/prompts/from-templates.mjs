// Prompts made from templates: each with slots is filled several times, the others are taken as they are.
import { readFileSync } from 'node:fs';
import { randomNumbers } from '../../bench/random-numbers.mjs';

const FILLED = 12;

export function fromTemplates() {
  const random = randomNumbers(4242);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const rows = new Map();
  const languages = JSON.parse(readFileSync(new URL('templates.json', import.meta.url), 'utf8'));
  for (const [lang, { slots, templates }] of Object.entries(languages)) {
    for (const [name, list] of Object.entries(templates)) {
      const [label, kind] = name.split(' ');
      for (const template of list) {
        const times = template.includes('{') ? FILLED : 1;
        for (let time = 0; time < times; time++) {
          const prompt = template.replaceAll(/\{(\w)\}/g, (_, slot) => pick(slots[slot])).trim();
          rows.set(prompt, { prompt, label, kind, lang });
        }
      }
    }
  }
  return [...rows.values()];
}
