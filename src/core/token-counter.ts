/** Counts tokens of a text. Counting the same text always gives the same number. */
export interface TokenCounter {
  /** `characters`, `words`, or a tokenizer's name such as `o200k_base`. */
  readonly name: string;
  /** True when the count is exactly what the model's tokenizer gives, false for estimates. */
  readonly exact: boolean;
  /** Most tokens the model reads at once, where the counter is a model's. */
  readonly contextWindow?: number;
  /**
   * Tokens of the text. With `limit`, counting may stop early once the count is over it; the result
   * is then some number over the limit. Texts with lines counted before are cheap to count again.
   */
  count(text: string, limit?: number): number;
}
