import { filesOfGeneration, SCOPE } from '../generations.ts';
import { openStore } from '../open-store.ts';

const [place = '', first = '0', last = '0'] = process.argv.slice(2);
const store = await openStore(place);
const index = store.index(SCOPE);
for (let generation = Number(first); generation <= Number(last); generation++) {
  await index.putFiles(filesOfGeneration(generation));
  console.log(`wrote ${generation};`);
}
await store.close();
