/** Makes and recognises access tokens without keeping them: only digests are stored. */
export interface Secrets {
  /** A new unguessable text of letters and digits (at least 128 bits). */
  create(): string;
  /** A cryptographic digest, the same for the same text. */
  digest(text: string): string;
  /** Compares two digests in constant time. */
  equal(one: string, other: string): boolean;
}
