import type { Embedder } from '../../core/ports.ts';

export interface Prefixes {
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
}

/** Wraps an embedder whose model was trained with a prefix before each query and document. */
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
    // Another document prefix gives other vectors, so it is part of the model's name.
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
