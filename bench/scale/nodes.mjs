// What a request costs on PostgreSQL and on Citus with 1, 2 and 3 workers, asked by 1, 2 and 4 processes:
// CITUS_BIN=… node bench/scale/nodes.mjs <project> <store> [projects] [requests] [workers] [any]
// The project, indexed in the store, is loaded as so many projects of twenty owners. Each process asks a mix (40 % searches by
// words, 10 % by misspelt names, 30 % records read, 20 % records written) of projects chosen at random. Processor time
// tells how the work divides, whatever the machine. With "any" each number of processes is also measured with the processes
// spread over all nodes instead of asking the coordinator. Needs `npm run build`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openPostgresStore } from '../../dist/adapters/stores/postgres/open-postgres-store.js';
import { openEngine } from '../../dist/open-engine.js';
import { processorSeconds, query, startCluster } from './citus-cluster.mjs';

const OWNERS = 20;
const FIELDS = { name: 4, path: 1.5, doc: 1.5, body: 1 };
const COUNTERS = `SELECT sum(query_execution_multi_shard) AS multi FROM citus_stat_counters WHERE name = 'dossier'`;
const STATEMENTS = `SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
  WHERE r.rolname = 'dossier'`;
const scopeOf = (number) => ({ owner: `owner${number % OWNERS}`, project: `project${number}` });

if (process.send !== undefined) await answer();
else await measure(...process.argv.slice(2));

async function measure(root, place, projects = '200', requests = '2000', nodes = '0,1,2,3', through = '') {
  const engine = openEngine({ root, settings: { store: place } });
  const source = await engine.store();
  const names = (await source.index(engine.scope).files()).length;
  console.log(`${projects} projects of ${names} files, ${requests} requests each`);
  for (const workers of nodes.split(',').map(Number)) {
    const cluster = await startCluster(workers, 7700 + workers * 10);
    // Without a worker the extension is left out: plain PostgreSQL.
    if (workers === 0) await query(cluster.coordinator.adminUrl, 'DROP EXTENSION citus CASCADE');
    const store = await openPostgresStore({ url: cluster.url });
    for (let number = 0; number < Number(projects); number++) {
      await store.load(scopeOf(number), (receive) => source.dump(engine.scope, receive));
    }
    await store.close();
    const before = cluster.coordinator.ofSeveralShards().length;
    for (const processes of [1, 2, 4]) {
      const entries = [[cluster.coordinator]];
      if (through === 'any' && workers > 0) entries.push([cluster.coordinator, ...cluster.workers]);
      for (const asked of entries) await round(cluster, { asked, workers, processes, projects, requests });
    }
    if (workers > 0) await listOfSeveralShards(cluster, before);
    await cluster.stop();
  }
  await engine.close();
}

/** Which statements of the rounds went to more than one shard, and then which the list of an owner's projects adds. */
async function listOfSeveralShards(cluster, before) {
  const list = () => [...new Set(cluster.coordinator.ofSeveralShards().slice(before))];
  const ofRequests = list();
  const store = await openPostgresStore({ url: cluster.url });
  await store.scopes('owner0');
  await store.close();
  const ofProjects = list().slice(ofRequests.length);
  console.log(JSON.stringify({ ofSeveralShards: { ofRequests, ofProjects } }));
}

async function round(cluster, { asked, workers, processes, projects, requests }) {
  const nodes = [cluster.coordinator, ...cluster.workers];
  for (const { adminUrl } of nodes) await query(adminUrl, 'SELECT pg_stat_statements_reset()');
  const before = nodes.map(processorSeconds);
  const ofSeveral = await ofSeveralShards(workers, nodes);
  const each = Math.floor(Number(requests) / processes);
  const started = performance.now();
  const replies = await Promise.all(
    Array.from({ length: processes }, async (_, seed) => {
      const child = fork(process.argv[1], [], { env: { ...process.env, SEED: String(seed + 1) } });
      child.send({ url: asked[(seed + 1) % asked.length].url, projects: Number(projects), requests: each });
      const [reply] = await once(child, 'message');
      return reply;
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const spent = nodes.map((node, index) => processorSeconds(node) - before[index]);
  const done = each * processes;
  const times = replies.flatMap((reply) => reply.times).sort((left, right) => left - right);
  const statements = await Promise.all(
    nodes.map(async ({ adminUrl }) => Number((await query(adminUrl, STATEMENTS))[0].calls)),
  );
  const perRequest = (total) => Number(((total * 1000) / done).toFixed(2));
  console.log(
    JSON.stringify({
      store: workers === 0 ? 'PostgreSQL' : `Citus, ${workers}`,
      processes,
      asked: asked.length === 1 ? 'coordinator' : 'all nodes',
      perSecond: Math.round(done / seconds),
      p95: Math.round(times[Math.floor(times.length * 0.95)]),
      serviceMs: perRequest(replies.reduce((sum, reply) => sum + reply.processor, 0)),
      coordinatorMs: perRequest(spent[0]),
      workersMs: spent.slice(1).map(perRequest),
      statementsPerRequest: statements.map((calls) => Number((calls / done).toFixed(1))),
      ...(workers > 0 && { multiShard: (await ofSeveralShards(workers, nodes)) - ofSeveral }),
    }),
  );
}

/** How many statements went to more than one shard, whichever node was asked. */
async function ofSeveralShards(workers, nodes) {
  if (workers === 0) return 0;
  const counted = await Promise.all(nodes.map(({ adminUrl }) => query(adminUrl, COUNTERS)));
  return counted.reduce((sum, [{ multi }]) => sum + Number(multi), 0);
}

/** One process of the service: eight requests at a time. */
async function answer() {
  const [{ url, projects, requests }] = await once(process, 'message');
  const { randomNumbers } = await import('../random-numbers.mjs');
  const random = randomNumbers(Number(process.env.SEED) * 7919);
  const store = await openPostgresStore({ url });
  const [unit] = await store.index(scopeOf(0)).similarNames('open', { limit: 1, minimum: 0.1 });
  if (unit === undefined) throw new Error('The project has no names to ask for.');
  const TERMS = ['store', 'open', 'read', 'error', 'token', 'query', 'file', 'index'];
  const before = process.cpuUsage();
  const times = [];
  let begun = 0;
  const one = async () => {
    while (begun < requests) {
      const number = begun++;
      const scope = scopeOf(Math.floor(random() * projects));
      const kind = random();
      const started = performance.now();
      if (kind < 0.4) {
        const terms = [TERMS[number % TERMS.length], TERMS[(number * 3) % TERMS.length]];
        const sought = terms.map((term) => ({ term, weight: 1 }));
        const found = await store.index(scope).matchTerms(sought, { limit: 30, fields: FIELDS });
        await store.index(scope).chunks(found.slice(0, 10).map(({ chunk }) => chunk.id));
      } else if (kind < 0.5) await store.index(scope).similarNames('opne_stroe', { limit: 10, minimum: 0.2 });
      else if (kind < 0.8) await store.records(scope).list('memory', { limit: 10 });
      else {
        const id = `m${process.env.SEED}-${number}`;
        const body = { number };
        await store
          .records(scope)
          .put({ kind: 'memory', id, body, text: `note ${number}`, createdAt: number, updatedAt: number });
      }
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  const { user, system } = process.cpuUsage(before);
  await store.close();
  process.send({ times, processor: (user + system) / 1e6 }, () => process.disconnect());
}
