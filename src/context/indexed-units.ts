import type { Engine } from '../core/engine.ts';
import type { PlacedUnit } from '../core/parser.ts';
import type { SourceFile } from '../core/ports.ts';

/** The units of files unchanged since indexing; loading a grammar and parsing takes many times as long. */
export function indexedUnits(
  engine: Pick<Engine, 'store' | 'scope'>,
): (file: SourceFile) => Promise<readonly PlacedUnit[] | undefined> {
  return async ({ path, contentHash }) => {
    const index = (await engine.store()).index(engine.scope);
    const [known] = await index.files([path]);
    return known?.contentHash === contentHash ? index.unitsOfFile(path) : undefined;
  };
}
