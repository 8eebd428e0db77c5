import type { Engine } from '../core/engine.ts';
import type { ReadFailure, SourceFile } from '../core/ports.ts';
import { maskedHashes } from '../indexing/mask-rules.ts';

/** The engine for one question: reads each file once, so that the whole answer sees one version of it. */
export function withFileCache(engine: Engine): Engine {
  const files = new Map<string, Promise<SourceFile | ReadFailure>>();
  /** A file that is as indexed needs no masking, which takes longer than reading. */
  const maskedHash = async (path: string) => {
    const index = (await engine.store()).index(engine.scope);
    return (await maskedHashes(index, engine.config.secrets, await index.files([path]))).get(path);
  };
  return {
    ...engine,
    reader: async () => {
      const reader = await engine.reader();
      return {
        stat: (path) => reader.stat(path),
        read(path, options) {
          const file =
            files.get(path) ??
            (options?.maskedHash === undefined
              ? maskedHash(path).then((hash) => reader.read(path, { maskedHash: hash }))
              : reader.read(path, options));
          files.set(path, file);
          return file;
        },
      };
    },
  };
}
