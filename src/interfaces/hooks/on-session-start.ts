import type { Engine } from '../../core/engine.ts';
import { plural } from '../../core/text/plural.ts';
import { listDrafts } from '../../knowledge/capture/inbox.ts';
import { readCheckpoint } from '../../knowledge/experiences/checkpoints.ts';
import { activeExperience } from '../../knowledge/experiences/experiences.ts';
import { memoryItem } from '../../knowledge/knowledge-items.ts';
import type { Memory } from '../../knowledge/memories/memory.ts';
import { listMemories } from '../../knowledge/memories/recall.ts';
import { firstWords } from '../../knowledge/possibly-learnt.ts';
import type { Stored } from '../../knowledge/record-kind.ts';
import { linkSession } from '../../sessions/agent-sessions.ts';
import { forgetDeliveries, recordDelivery } from '../../sessions/session-ledger.ts';
import { agentProcess } from './agent-process.ts';
import type { EventOf } from './answer-hook.ts';
import { CHARACTER_CAPS } from './encode-reply.ts';
import { withinCap } from './within-cap.ts';

/** The newest memories are read, and the most important of them shown. */
const MEMORIES_READ = 200;
const MEMORIES_TOLD = 12;
const DRAFTS_COUNTED = 50;
/** The default importance is 0.5; higher ones are meant to be shown unasked. */
const MIN_IMPORTANCE = 0.6;
/** Enough to tell what a memory is about. */
const CHARACTERS_NAMED = 80;
/** Standing rules, whatever their importance. */
const STANDING_CATEGORIES = new Set(['preference', 'decision', 'workflow']);

/** What every session should know, and where an earlier one left off. */
export async function onSessionStart(
  engine: Engine,
  event: EventOf<'session-start'>,
  { now, parent }: { readonly now: number; readonly parent: number },
): Promise<string> {
  const { session } = event;
  const parts: string[] = [];
  if (session !== undefined) {
    await linkSession(engine, { process: agentProcess(parent), session, now });
    // A cleared context no longer holds what was sent.
    if (event.source === 'clear') await forgetDeliveries(engine, session);
    const checkpoint = event.source === 'compact' ? await readCheckpoint(engine, session) : undefined;
    if (checkpoint !== undefined) parts.push(checkpoint);
    const active = await activeExperience(engine, session);
    if (active !== undefined) {
      const { goal, hypothesis, prediction } = active.body;
      parts.push(`Open attempt ${active.id}: ${goal}. Believed: ${hypothesis}. Expected: ${prediction}.`);
    }
  }
  const memories = await listMemories(engine, {
    status: 'current',
    categories: [],
    limit: MEMORIES_READ,
    offset: 0,
  });
  const waiting = (await listDrafts(engine, { status: 'open', limit: DRAFTS_COUNTED })).length;
  if (waiting > 0) {
    parts.push(
      `${plural(waiting, 'draft')} of what earlier sessions taught: review with the user, "dossier inbox list".`,
    );
  }
  const text = withinCap(parts, CHARACTER_CAPS['session-start']);
  const known = outline(memories, CHARACTER_CAPS['session-start'] - text.length - 2);
  if (session !== undefined) await recordTold(engine, known.told, { session, now });
  return [text, known.text].filter((part) => part !== '').join('\n\n');
}

/** Remembers what was told in full, so that no later answer of the session repeats it. */
async function recordTold(
  engine: Engine,
  told: readonly Stored<Memory>[],
  { session, now }: { readonly session: string; readonly now: number },
): Promise<void> {
  if (told.length === 0) return;
  const items = told.map(({ id, body }) => memoryItem(body, { id, score: body.importance, reasons: [] }));
  const sent = items.map(({ id, content }) => ({
    id,
    tokens: Math.ceil(content.length / CHARACTERS_PER_TOKEN),
    citation: id,
    truncated: false,
    stale: false,
  }));
  const tokenCount = sent.reduce((sum, { tokens }) => sum + tokens, 0);
  const delivered = {
    session,
    operation: 'session-start',
    query: '',
    context: { tokenCount, items: sent },
    items,
  };
  await recordDelivery(engine, delivered, now);
}
const CHARACTERS_PER_TOKEN = 4;

/**
 * The standing and important memories in full, then the first words of the others: an agent knows better than words
 * whether one applies.
 */
function outline(
  memories: readonly Stored<Memory>[],
  characters: number,
): { readonly text: string; readonly told: readonly Stored<Memory>[] } {
  const byImportance = memories.toSorted((a, b) => b.body.importance - a.body.importance);
  const standing = byImportance
    .filter(({ body }) => body.importance >= MIN_IMPORTANCE || STANDING_CATEGORIES.has(body.category))
    .slice(0, MEMORIES_TOLD);
  const lineOf = ({ id, body }: Stored<Memory>) => `- ${body.content} [${id}]`;
  const told = fitting('Remembered about this project:', standing, lineOf, characters);
  const others = byImportance.filter((memory) => !told.memories.includes(memory));
  const named = fitting(
    'Also remembered, first words only; recall has the rest:',
    others,
    ({ id, body }) => `- ${firstWords(body.content, CHARACTERS_NAMED)} [${id}]`,
    characters - told.text.length - 1,
  );
  return { text: [told.text, named.text].filter((part) => part !== '').join('\n'), told: told.memories };
}

function fitting(
  heading: string,
  memories: readonly Stored<Memory>[],
  lineOf: (memory: Stored<Memory>) => string,
  characters: number,
): { readonly text: string; readonly memories: readonly Stored<Memory>[] } {
  let text = heading;
  const fit = memories.filter((memory) => {
    const longer = `${text}\n${lineOf(memory)}`;
    if (longer.length > characters) return false;
    text = longer;
    return true;
  });
  return fit.length === 0 ? { text: '', memories: fit } : { text, memories: fit };
}
