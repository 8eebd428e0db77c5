// A growing list of numbers of one size, saved as plain bytes.
import { writeFileSync } from 'node:fs';

export class Numbers {
  constructor(type) {
    this.values = new type(1 << 16);
    this.used = 0;
  }

  push(value) {
    if (this.used === this.values.length) {
      const larger = new this.values.constructor(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.used++] = value;
  }

  pushAll(values) {
    for (const value of values) this.push(value);
  }

  save(path) {
    writeFileSync(path, Buffer.from(this.values.buffer, 0, this.used * this.values.BYTES_PER_ELEMENT));
  }
}
