import type { Engine } from '../core/engine.ts';
import type { ReadFailure, SourceFile } from '../core/ports.ts';

/** The engine for one question: reads each file once, so that the whole answer sees one version of it. */
export function withFileCache(engine: Engine): Engine {
  const files = new Map<string, Promise<SourceFile | ReadFailure>>();
  return {
    ...engine,
    reader: async () => {
      const reader = await engine.reader();
      return {
        stat: (path) => reader.stat(path),
        read(path, options) {
          const file = files.get(path) ?? reader.read(path, options);
          files.set(path, file);
          return file;
        },
      };
    },
  };
}
