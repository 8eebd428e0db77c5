import { DossierError } from '../core/errors.ts';
import { MAX_REFERENCES, type Message, type Reference, type Thread } from './thread.ts';

/** Dedupes references: the same target keeps the better tier and the newer origin. */
export function addReferences(
  existing: readonly Reference[],
  added: readonly Reference[],
): readonly Reference[] {
  const byTarget = new Map(existing.map((reference) => [targetKey(reference), reference]));
  for (const reference of added) {
    const before = byTarget.get(targetKey(reference));
    const tier = before === undefined ? reference.tier : Math.min(before.tier, reference.tier);
    byTarget.set(targetKey(reference), { ...reference, tier });
  }
  if (byTarget.size > MAX_REFERENCES) {
    throw new DossierError(
      'invalid-input',
      `A thread holds at most ${MAX_REFERENCES} references; remove some, or refer to a folder instead.`,
    );
  }
  return [...byTarget.values()];
}

export function removeReference(
  existing: readonly Reference[],
  kind: Reference['kind'],
  target: string,
): readonly Reference[] {
  return existing.filter((reference) => reference.kind !== kind || reference.target !== target);
}

/** Tier 1 first; within a tier, latest first. */
export function inOrder(references: readonly Reference[]): readonly Reference[] {
  return [...references].sort(
    (one, other) => one.tier - other.tier || other.addedAt - one.addedAt || compare(one.target, other.target),
  );
}

/** What a child thread starts with: its parent's references and the message it branched from. */
export function inheritFrom(
  parent: Thread,
  lastMessage: Message | undefined,
  now: number,
): { readonly references: readonly Reference[]; readonly message?: Omit<Message, 'id' | 'threadId'> } {
  const references = parent.references.map(
    (reference): Reference => ({ ...reference, origin: 'inherited', addedAt: now }),
  );
  if (lastMessage === undefined) return { references };
  const { role, content, id } = lastMessage;
  return { references, message: { role, content, inheritedFrom: id, createdAt: now } };
}

function targetKey(reference: Pick<Reference, 'kind' | 'target' | 'startLine' | 'endLine'>): string {
  return JSON.stringify([reference.kind, reference.target, reference.startLine, reference.endLine]);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
