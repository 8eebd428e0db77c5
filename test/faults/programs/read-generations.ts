import { generationOf, SCOPE } from '../generations.ts';
import { openStore } from '../open-store.ts';

const [place = '', last = '0'] = process.argv.slice(2);
const store = await openStore(place);
const index = store.index(SCOPE);
const seen = new Set<number>();
for (let generation = -1; generation < Number(last); ) {
  const present = await generationOf(index);
  if (present < generation) throw new Error(`Generation ${present} after ${generation}`);
  generation = present;
  seen.add(generation);
}
await store.close();
console.log(`saw ${seen.size}`);
