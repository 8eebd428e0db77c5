import type { ParsedFile } from '../core/parser.ts';
import type { FileRole, RelationRow, UnitRow } from '../core/store.ts';
import type { RelationKind } from '../core/vocabulary.ts';
import type { ProjectPaths } from './project-paths.ts';
import { resolveImport } from './resolve-import.ts';
import { unitIdOf } from './unit-id.ts';

/** How strongly an edge says that two places belong together. */
const WEIGHTS: Partial<Readonly<Record<RelationKind, number>>> = {
  calls: 1,
  extends: 1,
  implements: 1,
  imports: 1,
  tests: 1,
  documents: 0.5,
  references: 0.5,
};

/**
 * The edges of one file. An end is resolved when the file itself defines or imports the name; otherwise it stays a
 * name, which the store matches with the units of that name.
 */
export function relationsOf(
  file: { readonly path: string; readonly role: FileRole; readonly lines: readonly string[] },
  parsed: ParsedFile,
  { units, paths }: { readonly units: readonly UnitRow[]; readonly paths: ProjectPaths },
): RelationRow[] {
  const relations: RelationRow[] = [];
  const imported = new Map<string, string>();
  const linked = new Set<string>();
  const link = (module: string, toPath: string | undefined): void => {
    if (linked.has(module)) return;
    linked.add(module);
    relations.push(
      edge('imports', file.path, { toName: module, ...(toPath === undefined ? {} : { toPath }) }),
    );
    if (file.role === 'test' && toPath !== undefined) {
      relations.push(edge('tests', file.path, { toName: toPath, toPath }));
    }
  };
  for (const { module, names } of parsed.imports) {
    const toPath = resolveImport(paths, { language: parsed.language, module, from: file.path });
    link(module, toPath);
    for (const name of names) {
      // `from package import module` imports a file where other languages import a name.
      const inside = `${module.replace(/\.$/, '')}.${name}`;
      const asModule =
        parsed.language === 'python' && (toPath === undefined || toPath.endsWith('__init__.py'))
          ? resolveImport(paths, { language: 'python', module: inside, from: file.path })
          : undefined;
      if (asModule !== undefined) link(inside, asModule);
      else if (toPath !== undefined) imported.set(name, toPath);
    }
  }
  const tested = file.role === 'test' ? testedFile(paths, file.path) : undefined;
  if (tested !== undefined) relations.push(edge('tests', file.path, { toName: tested, toPath: tested }));
  if (file.role === 'document') relations.push(...linksOf(file, paths));

  const own = new Map(units.toReversed().map((unit) => [unit.name, unit]));
  for (const { kind, name, from } of parsed.references) {
    const fromUnit = from === undefined ? undefined : units[from];
    const target = own.get(name);
    const elsewhere = imported.get(name);
    let end: Pick<RelationRow, 'toName' | 'toPath' | 'toUnitId'> = { toName: name };
    if (elsewhere !== undefined)
      end = { toName: name, toPath: elsewhere, toUnitId: unitIdOf(elsewhere, name, 0) };
    else if (target !== undefined) {
      if (target.id === fromUnit?.id) continue;
      end = { toName: name, toPath: file.path, toUnitId: target.id };
    }
    relations.push(edge(kind, file.path, end, fromUnit?.id));
  }
  return relations;
}

function edge(
  kind: RelationKind,
  fromPath: string,
  end: Pick<RelationRow, 'toName' | 'toPath' | 'toUnitId'>,
  fromUnitId?: string,
): RelationRow {
  return {
    kind,
    fromPath,
    ...(fromUnitId === undefined ? {} : { fromUnitId }),
    ...end,
    weight: WEIGHTS[kind] ?? 0.5,
  };
}

/** `a/foo_test.go` tests a/foo.go, `tests/test_foo.py` some foo.py, `FooTest.java` some Foo.java. */
function testedFile(paths: ProjectPaths, path: string): string | undefined {
  const bare = path
    .replace(/([._-](test|tests|spec|unittest))(?=\.\w+$)/, '')
    .replace(/(^|\/)test_(?=[^/]+$)/, '$1')
    .replace(/(Test|Tests|Spec)(?=\.\w+$)/, '');
  if (bare === path) return undefined;
  if (paths.has(bare)) return bare;
  return paths.endingWith(bare.slice(bare.lastIndexOf('/') + 1), path);
}

/** Files a document links to or names in backticks. */
function linksOf(
  file: { readonly path: string; readonly lines: readonly string[] },
  paths: ProjectPaths,
): RelationRow[] {
  const found = new Set<string>();
  for (const line of file.lines) {
    if (line.length > MAX_LINE || !(line.includes('](') || line.includes('`'))) continue;
    for (const match of line.matchAll(LINK)) {
      const target = match[1] ?? match[2] ?? '';
      const path = resolveImport(paths, { language: 'c', module: target, from: file.path });
      if (path !== undefined && path !== file.path) found.add(path);
    }
    if (found.size > MAX_LINKS) break;
  }
  return [...found].map((path) => edge('documents', file.path, { toName: path, toPath: path }));
}

const LINK = /\]\(\s*(?!\w+:)([\w./-]+\.\w+)|`([\w./-]+\/[\w.-]+\.\w+)`/g;
const MAX_LINE = 2000;
const MAX_LINKS = 200;
