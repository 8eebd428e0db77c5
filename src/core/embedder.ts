/** Turns texts into vectors of unit length. Vectors of two models are never compared. */
export interface Embedder {
  /** Model name and version; part of the key of every stored vector. */
  readonly model: string;
  readonly dimensions: number;
  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
}
