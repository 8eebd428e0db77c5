import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/core/engine.ts';
import type { Embedder } from '../../src/core/ports.ts';
import { wordVectors } from '../../src/knowledge/clustering/word-vectors.ts';
import { openEngine } from '../../src/open-engine.ts';

export const NOW = Date.UTC(2026, 10, 15, 12);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** An embedder that knows words only: enough to exercise every path that uses vectors. */
export const wordEmbedder: Embedder = {
  model: 'test-words',
  dimensions: 512,
  embedDocuments: async (texts) => wordVectors(texts, { frequencies: new Map(), documents: 1000 }),
  embedQuery: async (text) => wordVectors([text], { frequencies: new Map(), documents: 1000 })[0]!,
};

/** A project in a folder of its own with a real SQLite store, gone with `close`. */
export function openTestEngine(parts: Partial<Engine> = {}): Engine {
  const root = mkdtempSync(join(tmpdir(), 'dossier-knowledge-'));
  const engine = openEngine({
    root,
    environment: { XDG_DATA_HOME: join(root, 'data') },
    settings: { store: join(root, 'store.db') },
  });
  return {
    ...engine,
    embedder: async () => wordEmbedder,
    ...parts,
    close: async () => {
      await engine.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
