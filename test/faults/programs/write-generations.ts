import { openSqliteStore } from '../../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { filesOfGeneration, SCOPE } from '../generations.ts';

const [path = '', first = '0', last = '0'] = process.argv.slice(2);
const store = await openSqliteStore({ path });
const index = store.index(SCOPE);
for (let generation = Number(first); generation <= Number(last); generation++) {
  await index.putFiles(filesOfGeneration(generation));
  console.log(`wrote ${generation};`);
}
await store.close();
