// Simulates 10,000 projects with a skewed load over 1, 4 and 16 database nodes: node bench/scale/simulate.mjs
// Service times are measured ones (docs/scale.md): processor time of the database for one request of the mix, and for
// the lock of a project that a write holds. Requests arrive at random; projects are as popular as Zipf's law says, and
// owners have few or many of them. A node serves as many requests at a time as it has cores, first come first served;
// writes of one project take turns. Networks and the processes of the service are left out: they scale by themselves.
import { createHash } from 'node:crypto';
import { randomNumbers } from '../random-numbers.mjs';

const PROJECTS = 10_000;
const OWNERS = 500;
const SHARDS = Number(process.env.SHARDS ?? 32);
/** Seconds of simulated time; the first tenth is not counted. */
const SECONDS = 40;
const MEAN_MS = Number(process.env.DATABASE_MS ?? 15);
const WRITE_SHARE = 0.2;
const LIMIT_MS = 200;

/** Popularity 1/rank^s: the busiest project has 4 % of the load at .8, 10 % at 1. */
const weights = (count, skew) => Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** skew);

/** Citus hashes the column to one of the shards, and nodes have equally many of those. */
function nodeOf(key, nodes) {
  const hash = createHash('sha256').update(key).digest().readUInt32BE(0);
  return Math.floor((hash / 2 ** 32) * SHARDS) % nodes;
}

function simulate({ nodes, cores, rate, skew, by, seed = 1 }) {
  const random = randomNumbers(seed);
  const popularity = weights(PROJECTS, skew);
  const sums = [];
  for (const weight of popularity) sums.push((sums.at(-1) ?? 0) + weight);
  // Owners have projects of any popularity; their number is skewed too.
  const ownerSums = [];
  for (const weight of weights(OWNERS, 1)) ownerSums.push((ownerSums.at(-1) ?? 0) + weight);
  const place = Array.from({ length: PROJECTS }, (_, project) => {
    const owner = pick(ownerSums, random());
    return nodeOf(by === 'owner' ? `owner${owner}` : `owner${owner}/project${project}`, nodes);
  });
  const free = Array.from({ length: nodes }, () => new Float64Array(cores));
  const busy = new Float64Array(nodes);
  const writing = new Float64Array(PROJECTS);
  const times = [];
  let now = 0;
  while (now < SECONDS * 1000) {
    now += (-Math.log(1 - random()) * 1000) / rate;
    const project = pick(sums, random());
    const node = place[project];
    const isWrite = random() < WRITE_SHARE;
    // Half of the time is the same for all, the rest differs as exponential times do.
    const service = MEAN_MS * (0.5 - 0.5 * Math.log(1 - random()));
    const slots = free[node];
    let earliest = 0;
    for (let slot = 1; slot < cores; slot++) if (slots[slot] < slots[earliest]) earliest = slot;
    const start = Math.max(now, slots[earliest], isWrite ? writing[project] : 0);
    slots[earliest] = start + service;
    if (isWrite) writing[project] = start + service;
    busy[node] += service;
    if (now > SECONDS * 100) times.push(start + service - now);
  }
  times.sort((left, right) => left - right);
  const share = [...busy].map((ms) => ms / (SECONDS * 1000 * cores));
  return {
    p50: times[Math.floor(times.length * 0.5)],
    p95: times[Math.floor(times.length * 0.95)],
    busiest: Math.max(...share),
    mean: share.reduce((sum, one) => sum + one, 0) / nodes,
  };
}

function pick(sums, random) {
  const sought = random * sums.at(-1);
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] < sought) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The most requests a second at which 95 of 100 take no longer than the limit. */
function capacity(options) {
  let [low, high] = [1, (options.nodes * options.cores * 1000) / MEAN_MS];
  while (high - low > high / 50) {
    const rate = (low + high) / 2;
    if (simulate({ ...options, rate }).p95 <= LIMIT_MS) low = rate;
    else high = rate;
  }
  return Math.round(low);
}

const CORES = 8;
console.log(`${PROJECTS} projects of ${OWNERS} owners, ${MEAN_MS} ms a request, nodes of ${CORES} cores`);
console.log(
  'skew  by       nodes  capacity/s  of one core  busiest / mean node  p50  p95 (at 60 % of capacity)',
);
for (const skew of [0.8, 1]) {
  for (const by of ['project', 'owner']) {
    for (const nodes of [1, 4, 16]) {
      const options = { nodes, cores: CORES, skew, by };
      const most = capacity(options);
      const { p50, p95, busiest, mean } = simulate({ ...options, rate: most * 0.6 });
      console.log(
        [
          ...[String(skew).padEnd(5), by.padEnd(8), String(nodes).padStart(5), String(most).padStart(11)],
          ...[(most / nodes / CORES).toFixed(1).padStart(12), (busiest / mean).toFixed(2).padStart(20)],
          ...[p50.toFixed(0).padStart(5), p95.toFixed(0).padStart(4)],
        ].join(' '),
      );
    }
  }
}
