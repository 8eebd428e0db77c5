import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Language, Parser, Query } from 'web-tree-sitter';
import { packageFolder } from '../../package-folder.ts';
import { delayWasmOptimization } from './delay-wasm-optimization.ts';
import type { LanguageTable } from './language.ts';

export interface LoadedLanguage {
  readonly table: LanguageTable;
  readonly parser: Parser;
  readonly query: Query;
}

/** Loads grammars on first use and caches them: each costs a few milliseconds and megabytes. */
export function createGrammarLoader(
  folder = join(packageFolder(), 'grammars'),
): (table: LanguageTable) => Promise<LoadedLanguage> {
  const loaded = new Map<string, Promise<LoadedLanguage>>();
  return (table) => {
    let language = loaded.get(table.name);
    if (language === undefined) {
      language = load(table, folder);
      loaded.set(table.name, language);
    }
    return language;
  };
}

/** The memory all grammars share, 32 MB to 2 GB; passed in so that its growth per file can be measured. */
export const grammarMemory = new WebAssembly.Memory({ initial: 512, maximum: 32_768 });

let initialised: Promise<void> | undefined;

async function load(table: LanguageTable, folder: string): Promise<LoadedLanguage> {
  initialised ??= Parser.init({ wasmMemory: grammarMemory });
  await initialised;
  delayWasmOptimization();
  const language = await Language.load(await readFile(join(folder, `tree-sitter-${table.grammar}.wasm`)));
  const parser = new Parser();
  parser.setLanguage(language);
  return { table, parser, query: new Query(language, table.query) };
}
