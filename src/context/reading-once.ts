import type { Engine } from '../core/engine.ts';
import type { ReadFailure, SourceFile } from '../core/source-reader.ts';

/** The same engine for one question: each of its files is read, and looked at, once. */
export function readingOnce(engine: Engine): Engine {
  const files = new Map<string, Promise<SourceFile | ReadFailure>>();
  return {
    ...engine,
    reader: async () => {
      const reader = await engine.reader();
      return {
        stat: (path) => reader.stat(path),
        read(path) {
          const file = files.get(path) ?? reader.read(path);
          files.set(path, file);
          return file;
        },
      };
    },
  };
}
