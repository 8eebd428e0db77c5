/** A secret in a text: from `start` up to `end`, and its kind. A prefix before it may stay readable. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Replaces a secret. */
export const MASK = '[masked]';
