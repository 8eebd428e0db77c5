import type { SectionStart } from './sections.ts';

/** Top-level keys of a JSON object, found by counting brackets outside strings. */
export function jsonKeys(lines: readonly string[]): SectionStart[] {
  const starts: SectionStart[] = [];
  let depth = 0;
  for (const [row, line] of lines.entries()) {
    for (let at = 0; at < line.length; at++) {
      const character = line[at];
      if (character === '{' || character === '[') depth++;
      else if (character === '}' || character === ']') depth--;
      else if (character === '/' && line[at + 1] === '/') break;
      else if (character === '"') {
        const end = closingQuote(line, at);
        if (depth === 1 && /^\s*:/.test(line.slice(end + 1, end + 20))) {
          push(starts, row, line.slice(at + 1, end));
        }
        at = end;
      }
    }
  }
  return starts;
}

function closingQuote(line: string, open: number): number {
  for (let at = open + 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '"') return at;
  }
  return line.length;
}

/** Keys at the left margin of YAML, in each document of a file. */
export function yamlKeys(lines: readonly string[]): SectionStart[] {
  const starts: SectionStart[] = [];
  for (const [row, line] of lines.entries()) {
    const key = /^(?:"([^"]+)"|'([^']+)'|([A-Za-z_$][\w.$/ -]*?))\s*:(?:\s|$)/.exec(line);
    const name = key?.[1] ?? key?.[2] ?? key?.[3];
    if (name !== undefined) push(starts, row, name);
  }
  return starts;
}

/** Tables and top-level keys of TOML; sections of INI and properties files. */
export function tomlKeys(lines: readonly string[]): SectionStart[] {
  const starts: SectionStart[] = [];
  let insideTable = false;
  for (const [row, line] of lines.entries()) {
    const table = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*(?:[#;].*)?$/.exec(line)?.[1];
    if (table !== undefined) {
      insideTable = true;
      push(starts, row, table);
      continue;
    }
    const key = insideTable ? undefined : /^([\w."'-]+)\s*[=:]/.exec(line)?.[1];
    if (key !== undefined) push(starts, row, key.replace(/["']/g, ''));
  }
  return starts;
}

function push(into: SectionStart[], row: number, name: string): void {
  const previous = into.at(-1);
  if (previous?.line === row + 1 || name === '') return;
  into.push({
    line: row + 1,
    headingEndLine: row + 1,
    level: 1,
    name: name.slice(0, 200),
    entityType: 'property',
  });
}
