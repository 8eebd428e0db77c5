import type { Passage } from '../passage.ts';
import type { Deduplicated, Duplicate } from './duplicate.ts';

/**
 * Two sources, one thing: views of one experience, a value when every experience it was learnt from is
 * shown (a value of many says what none of them says alone), and a commit that only repeats code shown
 * from the same path.
 */
export function findRepeatedSources(passages: readonly Passage[]): Deduplicated {
  const shownBy = new Map<string, string>();
  const codeLines = linesOfCode(passages);
  const kept: Passage[] = [];
  const duplicates: Duplicate[] = [];
  for (const passage of passages) {
    const experiences = experiencesOf(passage);
    const shown = experiences.every((id) => shownBy.has(id)) ? shownBy.get(experiences[0] ?? '') : undefined;
    const repeated = repeatedCode(passage, codeLines);
    if (shown !== undefined) duplicates.push({ passage, of: shown, why: 'the same experience' });
    else if (repeated !== undefined)
      duplicates.push({ passage, of: repeated, why: 'the same code of the same file' });
    else {
      if (experiences.length === 1) shownBy.set(experiences[0] ?? '', passage.item.id);
      kept.push(passage);
    }
  }
  return { kept, duplicates };
}

function experiencesOf({ item }: Passage): readonly string[] {
  if (item.source === 'experience') {
    return [item.metadata?.source === 'experience' ? (item.metadata.experienceId ?? item.id) : item.id];
  }
  return item.metadata?.source === 'value' ? (item.metadata.experienceIds ?? []) : [];
}

interface ShownCode {
  readonly itemId: string;
  readonly lines: ReadonlySet<string>;
}

function linesOfCode(passages: readonly Passage[]): Map<string, ShownCode[]> {
  const byPath = new Map<string, ShownCode[]>();
  if (!passages.some(({ item }) => item.source === 'commit')) return byPath;
  for (const { item, lines } of passages) {
    if (item.source !== 'code' || item.location === undefined) continue;
    const shown = byPath.get(item.location.path) ?? [];
    shown.push({ itemId: item.id, lines: new Set(lines.map((line) => line.trim())) });
    byPath.set(item.location.path, shown);
  }
  return byPath;
}

/** The item that shows every line of a commit's text, patch markers ignored. */
function repeatedCode(
  { item, lines }: Passage,
  code: ReadonlyMap<string, readonly ShownCode[]>,
): string | undefined {
  if (item.metadata?.source !== 'commit') return undefined;
  const shown = (item.metadata.files ?? []).flatMap((file) => code.get(file.path) ?? []);
  const text = lines.map((line) => line.replace(/^[+-]/, '').trim()).filter((line) => line !== '');
  if (shown.length === 0 || text.length === 0) return undefined;
  const repeats = text.every((line) => shown.some((each) => each.lines.has(line)));
  return repeats ? shown[0]?.itemId : undefined;
}
