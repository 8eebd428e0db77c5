import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';

/**
 * The session of an agent's process. Hooks know the session, MCP servers only their parent process; the same agent
 * starts both, so its process id links them.
 */
const KIND = 'agent-session';
/** Process ids are reused; after this long without a start it is taken for another process. */
const LONGEST_SESSION_MS = 24 * 60 * 60 * 1000;

interface LinkedSession {
  readonly process: number;
  readonly session: string;
}

export async function linkSession(
  engine: Engine,
  link: LinkedSession & { readonly now: number },
): Promise<void> {
  const { now } = link;
  await (await recordsOf(engine)).put({
    kind: KIND,
    id: String(link.process),
    body: { session: link.session },
    text: '',
    createdAt: now,
    updatedAt: now,
  });
}

export async function unlinkSession(engine: Engine, link: LinkedSession): Promise<void> {
  const records = await recordsOf(engine);
  const found = await records.get(KIND, String(link.process));
  if (found?.body['session'] === link.session) await records.delete(KIND, String(link.process));
}

export async function sessionOfProcess(
  engine: Engine,
  process: number,
  now: number,
): Promise<string | undefined> {
  const found = await (await recordsOf(engine)).get(KIND, String(process));
  if (found === undefined || now - found.updatedAt > LONGEST_SESSION_MS) return undefined;
  const session = found.body['session'];
  return typeof session === 'string' ? session : undefined;
}
