/** Turns texts into vectors of unit length. Vectors of two models are never compared. */
export interface Embedder {
  /** Model name and version; part of the key of every stored vector. */
  readonly model: string;
  readonly dimensions: number;
  /** Set where the likeness of the best chunk tells, in any index, how sure it is that the index holds the answer. */
  readonly calibrated?: true;
  /** How many calls of `embedDocuments` may run at once; one unless said: a server may limit them. */
  readonly callsAtOnce?: number;
  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
}
