/** Where a text holds a secret: from `start` up to `end`, and what kind it is. What stands before may stay readable. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Stands where a secret was. */
export const MASK = '[masked]';
