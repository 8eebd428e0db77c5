// Generates pairs that say the same in other words and pairs that only look alike, and counts how many of
// each are taken for the same memory: by the rule alone, and through `remember` with a real store.
// `npm run build` first:   node bench/knowledge/near-duplicates.mjs [pairs of each kind, default 2000]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forOwner } from '../../dist/core/engine.js';
import { memoryInputSchema } from '../../dist/knowledge/memories/memory.js';
import { isNearDuplicate } from '../../dist/knowledge/memories/near-duplicate.js';
import { remember } from '../../dist/knowledge/memories/remember.js';
import { openEngine } from '../../dist/open-engine.js';
import { mixedNumbers } from '../random-numbers.mjs';

/** The same sequence on every run. */
const next = mixedNumbers(20261115);
const pick = (list) => list[Math.floor(next() * list.length)];
const whole = (least, most) => least + Math.floor(next() * (most - least + 1));

const SERVICES = [
  'billing',
  'shipping',
  'search',
  'notification',
  'inventory',
  'payment',
  'reporting',
  'gateway',
  'scheduler',
  'identity',
];
const PEOPLE = ['Ada', 'Grace', 'Linus', 'Margaret', 'Dennis', 'Barbara', 'Edsger', 'Frances'];
const TOOLS = [
  'pnpm',
  'Docker',
  'Terraform',
  'Redis',
  'Kafka',
  'nginx',
  'Postgres',
  'Vitest',
  'Playwright',
  'Grafana',
];
const FILES = [
  'src/auth/session.ts',
  'src/http/router.ts',
  'lib/cache.py',
  'cmd/server/main.go',
  'src/store/schema.sql',
  'web/app.tsx',
];
const NAMES = [
  'parseHeader',
  'retryCount',
  'openStream',
  'maxBatchSize',
  'flushQueue',
  'readConfig',
  'hashToken',
  'splitChunks',
];
const EVENTS = ['deploying', 'merging', 'releasing', 'rebasing', 'restarting'];
const TASKS = [
  'run the migrations',
  'rotate the credentials',
  'clear the cache',
  'tag the release',
  'warm the replicas',
  'notify the support team',
];
const AREAS = ['production', 'staging', 'the nightly build', 'the integration tests', 'the mobile client'];

/** Statements as people keep them; each slot is a place where another word makes another statement. */
const TEMPLATES = [
  (s) => ({ text: `The ${s.service} service listens on port ${s.number} in ${s.area}`, swap: 'number' }),
  (s) => ({ text: `Use ${s.tool} instead of ${s.tool2} for the ${s.service} service`, swap: 'roles' }),
  (s) => ({
    text: `Always ${s.task} before ${s.event} the ${s.service} service`,
    swap: 'order',
    clauses: [`Always ${s.task}`, `before ${s.event} the ${s.service} service`],
  }),
  (s) => ({ text: `The function ${s.name} in ${s.file} throws when the input is empty`, swap: 'name' }),
  (s) => ({
    text: `${s.person} decided that the ${s.service} service must not call the ${s.service2} service directly`,
    swap: 'roles',
  }),
  (s) => ({
    text: `The timeout of the ${s.service} client is ${s.number} milliseconds because ${s.tool} is slow in ${s.area}`,
    swap: 'number',
  }),
  (s) => ({
    text: `Tests of the ${s.service} module fail in ${s.area} when ${s.tool} is not running`,
    swap: 'negation',
  }),
  (s) => ({
    text: `We store uploads for the ${s.service} team in the ${s.area} bucket for ${s.number} days`,
    swap: 'number',
  }),
  (s) => ({
    text: `${s.person} prefers small commits and wants every change in ${s.file} reviewed`,
    swap: 'person',
  }),
  (s) => ({
    text: `If ${s.tool} crashes, restart the ${s.service} worker and check ${s.file}`,
    swap: 'name',
    clauses: [`If ${s.tool} crashes`, `restart the ${s.service} worker and check ${s.file}`],
  }),
  (s) => ({
    text: `The configuration key ${s.name} enables the new ${s.service} pipeline in ${s.area}`,
    swap: 'polarity',
  }),
  (s) => ({
    text: `When ${s.event}, ${s.task} and wait for ${s.number} seconds`,
    swap: 'number',
    clauses: [`When ${s.event}`, `${s.task} and wait for ${s.number} seconds`],
  }),
];

function slots() {
  const two = (list) => {
    const one = pick(list);
    return [one, pick(list.filter((other) => other !== one))];
  };
  const [service, service2] = two(SERVICES);
  const [tool, tool2] = two(TOOLS);
  return {
    service,
    service2,
    tool,
    tool2,
    number: whole(2, 9999),
    area: pick(AREAS),
    task: pick(TASKS),
    event: pick(EVENTS),
    name: pick(NAMES),
    file: pick(FILES),
    person: pick(PEOPLE),
  };
}

const lowerFirst = (text) => (/^[A-Z][a-z]* /.test(text) ? text[0].toLowerCase() + text.slice(1) : text);

/** Ways to say the same. `undefined`: does not apply to this statement. */
const SAME = {
  punctuation: ({ text }) =>
    pick([`${text}.`, `${text}!`, ` ${text} `, text.replace(/ /, '  '), `"${text}"`]),
  case: ({ text }) =>
    pick(
      [text.toLowerCase(), text[0].toUpperCase() + text.slice(1).toLowerCase()]
        .filter((changed) => !/[a-z][A-Z]/.test(text) || changed === text)
        .concat(lowerFirst(text)),
    ),
  filler: ({ text }) =>
    `${pick(['Note that', 'Please remember that', 'Remember:', 'Important:', 'Keep in mind that', 'FYI,', 'Just so you know,'])} ${lowerFirst(text)}`,
  articles: ({ text }) => (/\bthe\b/.test(text) ? text.replace(/\b[Tt]he /g, '') : undefined),
  contraction: ({ text }) =>
    / is not | must not | are not /.test(text)
      ? text
          .replace(' is not ', " isn't ")
          .replace(' must not ', " mustn't ")
          .replace(' are not ', " aren't ")
      : undefined,
  order: ({ clauses }) =>
    clauses === undefined
      ? undefined
      : `${clauses[1][0].toUpperCase()}${clauses[1].slice(1)}, ${lowerFirst(clauses[0])}`,
  synonym: ({ text }) => {
    const words = {
      Use: 'Prefer',
      function: 'method',
      configuration: 'config',
      fail: 'break',
      crashes: 'fails',
      wants: 'likes',
      store: 'keep',
      check: 'verify',
      every: 'each',
      slow: 'sluggish',
      directly: 'straight',
      team: 'group',
      enables: 'activates',
      decided: 'determined',
    };
    const found = Object.keys(words).filter((word) => new RegExp(`(?<![\\w/])${word}(?![\\w/.])`).test(text));
    if (found.length === 0) return undefined;
    const word = pick(found);
    return text.replace(new RegExp(`(?<![\\w/])${word}(?![\\w/.])`), words[word]);
  },
  typo: ({ text }) => {
    const long = text.match(/(?<=\s)[a-z]{7,}(?=\s|$)/g) ?? [];
    if (long.length === 0) return undefined;
    const word = pick(long);
    const at = whole(2, word.length - 3);
    const wrong = pick([
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      word.slice(0, at) + word[at] + word.slice(at),
    ]);
    return text.replace(word, wrong);
  },
  inflection: ({ text }) => {
    const changed = text
      .replace('Tests of', 'The test of')
      .replace('listens', 'listening')
      .replace(' fail ', ' failed ')
      .replace('throws', 'threw')
      .replace('prefers', 'prefer')
      .replace('We store uploads', 'We stored uploads');
    return changed === text ? undefined : changed;
  },
  aside: ({ text }) => `${text}, ${pick(['obviously', 'as agreed', 'by the way', 'currently', 'really'])}`,
};

/** Ways to say something else in nearly the same words. */
const OTHER = {
  number: (make, s) => make({ ...s, number: s.number + whole(1, 9) }),
  service: (make, s) => make({ ...s, service: pick(SERVICES.filter((name) => name !== s.service)) }),
  tool: (make, s) => make({ ...s, tool: pick(TOOLS.filter((name) => name !== s.tool)) }),
  area: (make, s) => make({ ...s, area: pick(AREAS.filter((name) => name !== s.area)) }),
  person: (make, s) => make({ ...s, person: pick(PEOPLE.filter((name) => name !== s.person)) }),
  file: (make, s) => make({ ...s, file: pick(FILES.filter((name) => name !== s.file)) }),
  name: (make, s) => make({ ...s, name: pick(NAMES.filter((name) => name !== s.name)) }),
  task: (make, s) => make({ ...s, task: pick(TASKS.filter((name) => name !== s.task)) }),
  roles: (make, s) => make({ ...s, tool: s.tool2, tool2: s.tool, service: s.service2, service2: s.service }),
  negation: (make, s) => {
    const { text } = make(s);
    return {
      text: text.includes(' not ')
        ? text.replace(' not ', ' ')
        : text.replace(/ (is|fail|throws|prefers|enables|listens) /, ' never $1 '),
    };
  },
  polarity: (make, s) => ({
    text: make(s)
      .text.replace('enables', 'disables')
      .replace('Always', 'Never')
      .replace('before', 'after')
      .replace('new', 'old')
      .replace('instead of', 'together with'),
  }),
  addition: (make, s) => ({
    text: `${make(s).text} and ${pick(TASKS)} once ${pick(PEOPLE)} has approved the change in ${pick(FILES)}`,
  }),
};

function pairsOf(kind, count) {
  const pairs = [];
  const ways = Object.keys(kind);
  for (let tries = 0; pairs.length < count; tries++) {
    const way = ways[tries % ways.length];
    const make = pick(TEMPLATES);
    const s = slots();
    const base = make(s);
    const other = kind === SAME ? kind[way](base) : kind[way](make, s)?.text;
    if (other !== undefined && other !== base.text) pairs.push({ way, one: base.text, other });
  }
  return pairs;
}

function byWay(pairs, taken) {
  const ways = new Map();
  for (const [index, { way }] of pairs.entries()) {
    const [hits, all] = ways.get(way) ?? [0, 0];
    ways.set(way, [hits + (taken[index] ? 1 : 0), all + 1]);
  }
  return [...ways].map(([way, [hits, all]]) => `${way} ${hits}/${all}`).join(', ');
}

async function throughRemember(engine, pairs) {
  const merged = [];
  for (const [index, { one, other }] of pairs.entries()) {
    // An owner each: one pair must not meet another pair's words.
    const own = forOwner(engine, `pair-${index}`);
    await remember(own, memoryInputSchema.parse({ content: one }), { now: 1 });
    merged.push(
      (await remember(own, memoryInputSchema.parse({ content: other }), { now: 2 })).action === 'merged',
    );
  }
  return merged;
}

const count = Number(process.argv[2] ?? 2000);
const root = mkdtempSync(join(tmpdir(), 'dossier-duplicates-'));
const engine = openEngine({ root, settings: { store: join(root, 'store.db') } });
for (const [title, kind] of [
  ['the same in other words', SAME],
  ['look-alikes', OTHER],
]) {
  const pairs = pairsOf(kind, count);
  const started = performance.now();
  const taken = pairs.map(({ one, other }) => isNearDuplicate(one, other));
  const spent = performance.now() - started;
  const merged = await throughRemember(engine, pairs.slice(0, 300));
  const share = (list) => `${((100 * list.filter(Boolean).length) / list.length).toFixed(2)} %`;
  console.log(
    `${title}: ${share(taken)} of ${pairs.length} taken for the same (${((1000 * spent) / pairs.length).toFixed(0)} µs a pair)`,
  );
  console.log(`  through remember: ${share(merged)} of ${merged.length}`);
  console.log(`  ${byWay(pairs, taken)}`);
  if (process.env.SHOW) {
    for (const [index, pair] of pairs.entries())
      if (taken[index] !== (kind === SAME)) console.log(`    ${pair.way}: ${pair.one}\n      ${pair.other}`);
  }
}
await engine.close();
rmSync(root, { recursive: true });
