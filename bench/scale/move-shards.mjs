// Moves shards and loses a node while a store on Citus is used: CITUS_BIN=… node bench/scale/move-shards.mjs
// A third worker is added and shards are moved to it while writers and readers go on; then a worker is killed without
// warning and replaced by a server started from its data. At the end every acknowledged record must be there. Needs
// `npm run build`.
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgresStore } from '../../dist/adapters/stores/postgres/open-postgres-store.js';
import { query, startCluster } from './citus-cluster.mjs';

const [projects = '60', writers = '4', readers = '4'] = process.argv.slice(2);
const cluster = await startCluster(2);
const { adminUrl } = cluster.coordinator;
const store = await openPostgresStore({ url: `${cluster.url}?wait=60` });
const acknowledged = new Map();
const errors = [];
const longest = { write: 0, read: 0 };
let isOver = false;
let count = 0;
const scopeOf = (number) => ({ owner: `owner${number % 5}`, project: `project${number % Number(projects)}` });

async function timed(kind, work) {
  const started = performance.now();
  try {
    await work();
  } catch (error) {
    errors.push(`${kind}: ${error.message}`);
  }
  longest[kind] = Math.max(longest[kind], performance.now() - started);
}

async function write() {
  while (!isOver) {
    const number = count++;
    const record = { kind: 'memory', id: `r${number}`, body: { number }, text: `note ${number}` };
    await timed('write', async () => {
      const put = { ...record, createdAt: number, updatedAt: number };
      await store.records(scopeOf(number)).put(put, { expectedVersion: 0 });
      acknowledged.set(number, true);
    });
    await wait(10);
  }
}

async function read() {
  while (!isOver) {
    const number = [...acknowledged.keys()].at(Math.floor(Math.random() * acknowledged.size)) ?? -1;
    if (number >= 0) {
      await timed('read', async () => {
        const found = await store.records(scopeOf(number)).get('memory', `r${number}`);
        if (found?.body.number !== number) throw new Error(`r${number} was not found`);
      });
    }
    await wait(10);
  }
}

const work = [
  ...Array.from({ length: Number(writers) }, write),
  ...Array.from({ length: Number(readers) }, read),
];
async function during(name, change) {
  [longest.write, longest.read] = [0, 0];
  const [before, errorsBefore, started] = [acknowledged.size, errors.length, performance.now()];
  await change();
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const placed = await query(
    adminUrl,
    `SELECT nodeport AS port, count(*)::int AS shards FROM pg_dist_shard_placement JOIN pg_dist_shard USING (shardid)
     WHERE logicalrelid = 'dossier.scopes'::regclass GROUP BY nodeport ORDER BY nodeport`,
  );
  console.log(
    JSON.stringify({
      name,
      seconds,
      writes: acknowledged.size - before,
      errors: errors.length - errorsBefore,
      longestWrite: Math.round(longest.write),
      longestRead: Math.round(longest.read),
      shards: Object.fromEntries(placed.map(({ port, shards }) => [port, shards])),
    }),
  );
}

await during('quiet', () => wait(5000));
await during('a node is added and shards move to it', async () => {
  const { port } = await cluster.addNode();
  await query(adminUrl, `SELECT citus_add_node('127.0.0.1', ${port})`);
  await query(adminUrl, "SELECT rebalance_table_shards(shard_transfer_mode => 'block_writes')");
});
await during('a node is killed and comes back', async () => {
  const [, victim] = cluster.workers;
  await victim.kill();
  await wait(3000);
  await victim.start();
  await wait(3000);
});
await during('a node is emptied and removed', async () => {
  const [first] = cluster.workers;
  await query(
    adminUrl,
    `SELECT citus_set_node_property('127.0.0.1', ${first.port}, 'shouldhaveshards', false)`,
  );
  await query(
    adminUrl,
    "SELECT rebalance_table_shards(shard_transfer_mode => 'block_writes', drain_only => true)",
  );
  await query(adminUrl, `SELECT citus_remove_node('127.0.0.1', ${first.port})`);
});
isOver = true;
await Promise.all(work);
let lost = 0;
for (const number of acknowledged.keys()) {
  if ((await store.records(scopeOf(number)).get('memory', `r${number}`))?.version !== 1) lost++;
}
console.log(
  JSON.stringify({
    acknowledged: acknowledged.size,
    lost,
    errors: errors.length,
    examples: [...new Set(errors)].slice(0, 5),
  }),
);
await store.close();
await cluster.stop();
process.exitCode = lost === 0 && errors.length === 0 ? 0 : 1;
