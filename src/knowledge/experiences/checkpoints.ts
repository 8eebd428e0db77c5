import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { sessionSummary } from '../../sessions/session-ledger.ts';
import { activeExperience } from './experiences.ts';

const KIND = 'checkpoint';
const QUERIES_KEPT = 8;

/** Saves in a few lines what a session asked for and is trying, for after its context is compacted. */
export async function writeCheckpoint(engine: Engine, session: string, now: number): Promise<void> {
  const { deliveries } = await sessionSummary(engine, session);
  const active = await activeExperience(engine, session);
  const queries = [...new Set(deliveries.toSorted((a, b) => b.at - a.at).map(({ query }) => query))];
  const asked = queries
    .slice(0, QUERIES_KEPT)
    .map((query) => `- ${query.slice(0, 200).replaceAll('\n', ' ')}`);
  const lines = [
    ...(asked.length === 0
      ? []
      : [
          'Before the context was compacted, this session asked Dossier for (ask again for what you still need):',
          ...asked,
        ]),
    ...(active === undefined ? [] : [`It was working on ${active.id}: ${active.body.goal}.`]),
  ];
  const records = await recordsOf(engine);
  if (lines.length === 0) {
    await records.delete(KIND, session);
    return;
  }
  await records.put({
    kind: KIND,
    id: session,
    body: { text: lines.join('\n') },
    text: '',
    createdAt: now,
    updatedAt: now,
  });
}

export async function readCheckpoint(engine: Engine, session: string): Promise<string | undefined> {
  const found = await (await recordsOf(engine)).get(KIND, session);
  const text = found?.body['text'];
  return typeof text === 'string' ? text : undefined;
}
