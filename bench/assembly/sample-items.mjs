import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from '../random-numbers.mjs';

/** The lines of this package's own sources: real code, the same for everyone who runs the benchmark. */
const lines = sourceFiles(new URL('../../src', import.meta.url).pathname).flatMap((path) =>
  readFileSync(path, 'utf8').split('\n'),
);

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(path);
      return entry.name.endsWith('.ts') ? [path] : [];
    });
}

/**
 * Items of about `size` lines of real code each. Every line gets the number of its item, so that no
 * two items are near-duplicates however often the sources repeat.
 */
export function sampleItems(count, size) {
  let at = 0;
  const random = randomNumbers(1);
  return Array.from({ length: count }, (_, index) => {
    const length = Math.max(3, Math.round(size * (0.5 + random())));
    const body = Array.from({ length }, () =>
      lines[at++ % lines.length].replace(/\b([a-z]{4,})\b/, `$1${index}`),
    );
    return {
      id: `item-${index}`,
      source: 'code',
      entityType: ['function', 'class', 'method', 'type'][index % 4],
      name: `item${index}`,
      content: body.join('\n'),
      relevance: random(),
      reasons: [],
    };
  });
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
