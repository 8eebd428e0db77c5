/**
 * A map for caches: it never weighs more than `max`, and drops its oldest entries first. Setting a key again makes it
 * the youngest. A quarter is dropped at once, since the front of a map full of holes is slow to find.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  constructor(max: number, weigh: (value: Value) => number = () => 1) {
    super();
    this.#max = max;
    this.#weigh = weigh;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    this.#weight += this.#weigh(value);
    if (this.#weight > this.#max) this.#evict();
    return this;
  }

  override delete(key: Key): boolean {
    const value = this.get(key);
    if (value === undefined && !this.has(key)) return false;
    this.#weight -= this.#weigh(value as Value);
    return super.delete(key);
  }

  override clear(): void {
    super.clear();
    this.#weight = 0;
  }

  #evict(): void {
    const rest = this.#max - Math.floor(this.#max / 4);
    for (const key of this.keys()) {
      if (this.#weight <= rest) return;
      this.delete(key);
    }
  }
}
