import type { Embedder } from '../../core/ports.ts';

export interface Prefixes {
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
}

/** An embedder whose model was trained with words before each text that say what it is. */
export function withPrefixes(
  { queryPrefix = '', documentPrefix = '' }: Prefixes,
  {
    model,
    dimensions,
    embed,
  }: Pick<Embedder, 'model' | 'dimensions'> & {
    readonly embed: (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;
  },
): Embedder {
  return {
    // Documents embedded with another prefix are other vectors, so the prefix is part of the name.
    model: documentPrefix === '' ? model : `${model} ${JSON.stringify(documentPrefix)}`,
    dimensions,
    embedDocuments: (texts, signal) =>
      embed(
        texts.map((text) => documentPrefix + text),
        signal,
      ),
    async embedQuery(text, signal) {
      const [vector] = await embed([queryPrefix + text], signal);
      return vector ?? new Float32Array(dimensions);
    },
  };
}
