// Finds the evidence for questions about long conversations: what Dossier recalls, beside BM25 alone and
// newest first, in one run with one renderer. The data stays outside the repository. `npm run build` first.
//   node bench/knowledge/conversations.mjs locomo <folder with locomo10.json>
//   node bench/knowledge/conversations.mjs beam <folder with numbered chats, e.g. chats/100K> [most conversations]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleOptionsSchema } from '../../dist/core/context.js';
import { termsOf } from '../../dist/core/terms.js';
import { assembleItems } from '../../dist/engine/assemble-items.js';
import { forOwner } from '../../dist/engine/for-owner.js';
import { recall } from '../../dist/engine/recall.js';
import { importKnowledge } from '../../dist/engine/transfer.js';
import { memoryItem } from '../../dist/knowledge/knowledge-items.js';
import { openEngine } from '../../dist/open-engine.js';

const BUDGETS = [1000, 2000, 4000];
/** More than fit into the largest budget. */
const FOUND = 150;
/** Hardly a message with its citation has fewer; what cannot fit need not be counted. */
const LEAST_TOKENS = 15;
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
  dossier: async (engine, question, now) => {
    const { memories } = await recall(engine, { query: question, limit: FOUND, now });
    return memories.map(({ memory, ...scored }) => memoryItem(memory, scored));
  },
};

function itemOf({ id, body }, score) {
  return memoryItem({ ...body, tags: [] }, { id, score, reasons: [] });
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** The chance that an answerable question's best score is above an unanswerable one's. */
function separation(answerable, unanswerable) {
  let above = 0;
  for (const one of answerable)
    for (const other of unanswerable) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / Math.max(1, answerable.length * unanswerable.length);
}

async function main(kind, folder, most = Number.POSITIVE_INFINITY) {
  const conversations = { locomo, beam }[kind](folder).slice(0, most);
  const root = mkdtempSync(join(tmpdir(), 'dossier-conversations-'));
  const engine = openEngine({ root, settings: { store: join(root, 'store.db') } });
  const rows = [];
  const best = { answerable: [], unanswerable: [] };
  const times = [];
  const warnings = new Set();
  for (const conversation of conversations) {
    const { own, warnings: told } = await load(engine, conversation);
    for (const warning of told) warnings.add(warning);
    const now = conversation.messages.length * MINUTE;
    const known = new Set(conversation.messages.map(({ id }) => id));
    for (const { question, category, evidence } of conversation.questions) {
      const wanted = new Set(evidence.filter((id) => known.has(id)));
      for (const [system, search] of Object.entries(SYSTEMS)) {
        const started = performance.now();
        const items = await search(own, question, now);
        if (system === 'dossier') {
          times.push(performance.now() - started);
          best[wanted.size === 0 ? 'unanswerable' : 'answerable'].push(items[0]?.relevance ?? 0);
        }
        if (wanted.size === 0) continue;
        const row = {
          system,
          category,
          at10: items.slice(0, 10).filter(({ id }) => wanted.has(id)).length / wanted.size,
        };
        for (const maxTokens of BUDGETS) {
          const options = assembleOptionsSchema.parse({ maxTokens, prose: 'quoted', maxItemShare: 0.25 });
          const context = await assembleItems(own, items.slice(0, maxTokens / LEAST_TOKENS), options);
          if (context.tokenCount > maxTokens) throw new Error('over budget');
          row[maxTokens] = context.items.filter(({ id }) => wanted.has(id)).length / wanted.size;
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
  if (best.unanswerable.length > 0) {
    console.log(
      `best score: answerable ${mean(best.answerable).toFixed(3)}, without evidence ${mean(best.unanswerable).toFixed(3)} ` +
        `(${best.unanswerable.length} questions), separation ${separation(best.answerable, best.unanswerable).toFixed(3)}`,
    );
  }
  for (const warning of warnings) console.log(`warning: ${warning}`);
}

function report(kind, conversations, rows) {
  const messages = conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0);
  console.log(`${kind}: ${conversations.length} conversations, ${messages} messages`);
  const columns = [...BUDGETS, 'at10'];
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
  const at = (system, column) => mean(rows.filter((row) => row.system === system).map((row) => row[column]));
  const ratios = columns.map(
    (column) => `${column}: ${(at('dossier', column) / at('BM25 alone', column)).toFixed(3)}`,
  );
  console.log(`dossier / BM25 alone  ${ratios.join('  ')}`);
}

const [kind, folder, most] = process.argv.slice(2);
await main(kind, folder, most === undefined ? undefined : Number(most));
