import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addReferences, inheritFrom, inOrder, removeReference } from './references.ts';
import { MAX_REFERENCES, type Message, type Reference, type Thread } from './thread.ts';

function reference(fields: Partial<Reference> = {}): Reference {
  return { kind: 'file', target: 'a.ts', origin: 'manual', tier: 2, addedAt: 1, ...fields };
}

describe('references', () => {
  it('are one when they point at the same thing, with the better tier', () => {
    const added = addReferences([reference({ tier: 1 })], [reference({ tier: 3, origin: 'mentioned' })]);
    expect(added).toEqual([reference({ tier: 1, origin: 'mentioned' })]);
  });

  it('stay two when they point at different lines of a file', () => {
    const added = addReferences([reference({ startLine: 1, endLine: 2 })], [reference()]);
    expect(added).toHaveLength(2);
  });

  it('are refused above the limit', () => {
    const many = Array.from({ length: MAX_REFERENCES + 1 }, (_, index) => reference({ target: `${index}` }));
    expect(() => addReferences([], many)).toThrow(/at most 200 references/);
  });

  it('can be taken away again', () => {
    expect(removeReference([reference(), reference({ target: 'b.ts' })], 'file', 'a.ts')).toEqual([
      reference({ target: 'b.ts' }),
    ]);
  });

  it('always come in the order of their tiers', () => {
    const any = fc.record({
      kind: fc.constantFrom('file', 'folder', 'thread'),
      target: fc.string({ minLength: 1 }),
      origin: fc.constantFrom('manual', 'mentioned'),
      tier: fc.integer({ min: 1, max: 3 }),
      addedAt: fc.nat(),
    }) satisfies fc.Arbitrary<Reference>;
    fc.assert(
      fc.property(fc.array(any), (references) => {
        const tiers = inOrder(references).map((each) => each.tier);
        expect(tiers).toEqual([...tiers].sort());
      }),
    );
  });
});

describe('a child thread', () => {
  const parent: Thread = {
    id: 'thr-1',
    title: 'T',
    name: 't',
    references: [reference()],
    createdAt: 1,
    updatedAt: 1,
  };

  it("starts with its parent's references and last message", () => {
    const last: Message = { id: 'msg-9', threadId: 'thr-1', role: 'user', content: 'hello', createdAt: 5 };
    expect(inheritFrom(parent, last, 9)).toEqual({
      references: [reference({ origin: 'inherited', addedAt: 9 })],
      message: { role: 'user', content: 'hello', inheritedFrom: 'msg-9', createdAt: 9 },
    });
  });

  it('of a thread without messages starts without one', () => {
    expect(inheritFrom(parent, undefined, 9).message).toBeUndefined();
  });
});
