// Finds the evidence for questions about long conversations: what Dossier recalls, beside BM25 alone and
// newest first, in one run with one renderer. The data stays outside the repository. `npm run build` first.
//   node bench/knowledge/conversations.mjs locomo <folder with locomo10.json>
//   node bench/knowledge/conversations.mjs beam <folder with numbered chats, e.g. chats/100K> [most conversations]

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleItems } from '../../dist/context/assemble-items.js';
import { assembleOptionsSchema } from '../../dist/core/context.js';
import { forOwner } from '../../dist/core/engine.js';
import { termsOf } from '../../dist/core/text/terms.js';
import { memoryItem } from '../../dist/knowledge/knowledge-items.js';
import { recall } from '../../dist/knowledge/memories/recall.js';
import { importKnowledge } from '../../dist/knowledge/transfer.js';
import { openEngine } from '../../dist/open-engine.js';

const BUDGETS = [1000, 2000, 4000];
/** More than fit into the largest budget. */
const FOUND = 150;
/** Hardly a message with its citation has fewer; what cannot fit need not be counted. */
const MIN_TOKENS = 15;
const MINUTE = 60_000;
const LOCOMO_CATEGORIES = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

function locomo(folder) {
  const samples = JSON.parse(readFileSync(join(folder, 'locomo10.json'), 'utf8'));
  return samples.map(({ sample_id: name, conversation, qa }) => {
    const messages = [];
    for (let session = 1; conversation[`session_${session}`] !== undefined; session++) {
      for (const turn of conversation[`session_${session}`]) {
        const image = turn.blip_caption === undefined ? '' : ` [shares ${turn.blip_caption}]`;
        messages.push({
          id: turn.dia_id,
          session: `${session}`,
          text: `${turn.speaker}: ${turn.text}${image}`,
        });
      }
    }
    const questions = qa.map(({ question, category, evidence = [] }) => ({
      question,
      category: LOCOMO_CATEGORIES[category],
      evidence: evidence.flatMap((entry) => entry.match(/D\d+:\d+/g) ?? []),
    }));
    return { name, messages, questions };
  });
}

function beam(folder) {
  const chats = readdirSync(folder).filter((name) => /^\d+$/.test(name));
  return chats.map((name) => {
    const batches = JSON.parse(readFileSync(join(folder, name, 'chat.json'), 'utf8'));
    const messages = batches.flatMap(({ batch_number: batch, turns }) =>
      turns.flat().map(({ id, role, content }) => ({
        id: `${id}`,
        session: `${batch}`,
        text: `${role}: ${content.replace(/\s*->->.*$/s, '')}`.slice(0, 10_000),
      })),
    );
    const probes = JSON.parse(
      readFileSync(join(folder, name, 'probing_questions/probing_questions.json'), 'utf8'),
    );
    const questions = Object.entries(probes).flatMap(([category, list]) =>
      list.map(({ question, source_chat_ids: sources }) => ({
        question,
        category,
        evidence: (Array.isArray(sources) ? sources : Object.values(sources ?? {})).flat(3).map(String),
      })),
    );
    return { name, messages, questions };
  });
}

async function load(engine, { name, messages }) {
  const own = forOwner(engine, name);
  const lines = messages.map(({ id, session, text }, index) =>
    JSON.stringify({
      kind: 'memory',
      id,
      updatedAt: index,
      body: {
        content: text,
        category: 'event',
        importance: 0.5,
        tags: [],
        session,
        status: 'current',
        validFrom: index * MINUTE,
        code: [],
        history: [],
      },
    }),
  );
  const { skipped, warnings } = await importKnowledge(own, lines.join('\n'));
  if (skipped.length > 0) throw new Error(`left out: ${JSON.stringify(skipped[0])}`);
  return { own, warnings };
}

/** Each answers with items, best first. */
const SYSTEMS = {
  'newest first': async (engine) => {
    const records = (await engine.store()).records(engine.scope);
    return (await records.list('memory', { limit: FOUND })).map((record, rank) =>
      itemOf(record, 1 - rank / FOUND),
    );
  },
  'BM25 alone': async (engine, question) => {
    const records = (await engine.store()).records(engine.scope);
    const terms = [...new Set(termsOf(question))].map((term) => ({ term, weight: 1 }));
    const found = await records.match('memory', terms, { limit: FOUND });
    return found.map(({ record }, rank) => itemOf(record, 1 - rank / FOUND));
  },
  'BM25, speaker': async (engine, question) => {
    const records = (await engine.store()).records(engine.scope);
    const terms = [...new Set(termsOf(question))].map((term) => ({ term, weight: 1 }));
    const found = await records.match('memory', terms, { limit: FOUND });
    return found
      .map(({ record, score }) => ({
        record,
        score: record.text.startsWith('assistant:') ? 0.7 * score : score,
      }))
      .sort((a, b) => b.score - a.score)
      .map(({ record }, rank) => itemOf(record, 1 - rank / FOUND));
  },
  dossier: async (engine, question, now) => {
    const { memories } = await recall(engine, { query: question, limit: FOUND, now });
    return memories.map(({ memory, ...scored }) => memoryItem(memory, scored));
  },
};

function itemOf({ id, body }, score) {
  return memoryItem({ ...body, tags: [] }, { id, score, reasons: [] });
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers) => sum(numbers) / Math.max(1, numbers.length);

/** The chance that an answerable question's best score is above an unanswerable one's. */
function separation(answerable, unanswerable) {
  let above = 0;
  for (const one of answerable)
    for (const other of unanswerable) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / Math.max(1, answerable.length * unanswerable.length);
}

/**
 * What might tell an answerable question from one that the conversation only touches: the best score; the
 * share of the question's words, rare ones first, that one message has, or five in a row; the share of its
 * pairs of neighbouring words that one message has.
 */
function signalsOf(question, items, { messages, termSets, pairSets, rarity }) {
  const terms = termsOf(question);
  const words = [...new Set(terms)];
  const pairs = [...new Set(pairsOf(terms))];
  const all = words.reduce((sum, word) => sum + rarity(word), 0) || 1;
  const shareOf = (sets) =>
    words.reduce((sum, word) => sum + (sets.some((set) => set.has(word)) ? rarity(word) : 0), 0) / all;
  const best = (measure) => messages.reduce((most, _, index) => Math.max(most, measure(index)), 0);
  return {
    'best score': items[0]?.relevance ?? 0,
    'words in one message': best((index) => shareOf([termSets[index]])),
    'words in five messages': best((index) => shareOf(termSets.slice(Math.max(0, index - 2), index + 3))),
    'pairs of words': best(
      (index) => pairs.filter((pair) => pairSets[index].has(pair)).length / Math.max(1, pairs.length),
    ),
  };
}

const pairsOf = (terms) => terms.slice(1).map((term, index) => `${terms[index]} ${term}`);

function readWords(messages) {
  const termLists = messages.map(({ text }) => termsOf(text));
  const termSets = termLists.map((terms) => new Set(terms));
  const frequencies = new Map();
  for (const set of termSets) for (const term of set) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return {
    messages,
    termSets,
    pairSets: termLists.map((terms) => new Set(pairsOf(terms))),
    rarity: (term) => Math.log(1 + messages.length / ((frequencies.get(term) ?? 0) + 1)),
  };
}

async function main(kind, folder, most = Number.POSITIVE_INFINITY) {
  const conversations = { locomo, beam }[kind](folder).slice(0, most);
  const root = mkdtempSync(join(tmpdir(), 'dossier-conversations-'));
  const engine = openEngine({ root, settings: { store: join(root, 'store.db') } });
  const rows = [];
  const signals = { answerable: [], unanswerable: [] };
  const times = [];
  const warnings = new Set();
  for (const [number, conversation] of conversations.entries()) {
    const words = readWords(conversation.messages);
    const { own, warnings: told } = await load(engine, conversation);
    for (const warning of told) warnings.add(warning);
    const now = conversation.messages.length * MINUTE;
    const known = new Set(conversation.messages.map(({ id }) => id));
    const lengths = new Map(conversation.messages.map(({ id, text }) => [id, text.length]));
    for (const { question, category, evidence } of conversation.questions) {
      const wanted = new Set(evidence.filter((id) => known.has(id)));
      for (const [system, search] of Object.entries(SYSTEMS)) {
        const started = performance.now();
        const items = await search(own, question, now);
        if (system === 'dossier') {
          times.push(performance.now() - started);
          signals[wanted.size === 0 ? 'unanswerable' : 'answerable'].push(signalsOf(question, items, words));
        }
        if (wanted.size === 0) continue;
        const row = {
          system,
          category,
          half: number % 2 === 0 ? 'even' : 'odd',
          at10: items.slice(0, 10).filter(({ id }) => wanted.has(id)).length / wanted.size,
        };
        for (const maxTokens of BUDGETS) {
          const options = assembleOptionsSchema.parse({ maxTokens, prose: 'quoted', maxItemShare: 0.25 });
          const context = await assembleItems(own, items.slice(0, maxTokens / MIN_TOKENS), options);
          if (context.tokenCount > maxTokens) throw new Error('over budget');
          const shown = context.items.filter(({ id }) => wanted.has(id));
          row[maxTokens] = shown.length / wanted.size;
          // Weighed by text: a message that was cut counts for what is left of it.
          const left = shown.map(({ id, content }) => Math.min(content.length, lengths.get(id)));
          const whole = [...wanted].map((id) => lengths.get(id));
          row[`${maxTokens} by text`] = sum(left) / Math.max(1, sum(whole));
        }
        rows.push(row);
      }
    }
  }
  await engine.close();
  rmSync(root, { recursive: true });
  report(kind, conversations, rows);
  times.sort((a, b) => a - b);
  console.log(
    `recall: median ${times[times.length >> 1].toFixed(1)} ms, p95 ${times[Math.floor(times.length * 0.95)].toFixed(1)} ms`,
  );
  if (signals.unanswerable.length > 0) {
    console.log(
      `${signals.answerable.length} questions with evidence, ${signals.unanswerable.length} without; ` +
        'the chance that a signal is higher for one of the first:',
    );
    for (const name of Object.keys(signals.unanswerable[0])) {
      const [answerable, unanswerable] = [signals.answerable, signals.unanswerable].map((list) =>
        list.map((entry) => entry[name]),
      );
      console.log(
        `  ${name.padEnd(24)} ${separation(answerable, unanswerable).toFixed(3)} ` +
          `(means ${mean(answerable).toFixed(3)}, ${mean(unanswerable).toFixed(3)})`,
      );
    }
  }
  for (const warning of warnings) console.log(`warning: ${warning}`);
}

function report(kind, conversations, rows) {
  const messages = conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0);
  console.log(`${kind}: ${conversations.length} conversations, ${messages} messages`);
  const columns = [...BUDGETS, ...BUDGETS.map((budget) => `${budget} by text`), 'at10'];
  const categories = ['all', ...new Set(rows.map(({ category }) => category))];
  for (const category of categories) {
    const chosen = category === 'all' ? rows : rows.filter((row) => row.category === category);
    for (const system of Object.keys(SYSTEMS)) {
      const own = chosen.filter((row) => row.system === system);
      const values = columns.map((column) => `${column}: ${mean(own.map((row) => row[column])).toFixed(3)}`);
      console.log(
        `${category.padEnd(26)} ${system.padEnd(13)} n=${String(own.length).padEnd(5)} ${values.join('  ')}`,
      );
    }
  }
  // The constants were chosen on LoCoMo's conversations of even number, counted from 0.
  for (const half of ['all', 'even', 'odd']) {
    const at = (system, column) =>
      mean(
        rows
          .filter((row) => row.system === system && (half === 'all' || row.half === half))
          .map((row) => row[column]),
      );
    const ratios = columns.map((column) => {
      const [own, other] = [at('dossier', column), at('BM25 alone', column)];
      return `${column}: ${(own / other).toFixed(3)} (${own.toFixed(3)} / ${other.toFixed(3)})`;
    });
    console.log(`dossier / BM25 alone, ${half} conversations  ${ratios.join('  ')}`);
  }
}

const [kind, folder, most] = process.argv.slice(2);
await main(kind, folder, most === undefined ? undefined : Number(most));
