import { describe, expect, it } from 'vitest';
import { loadOperations, WAITED_FOR } from './load-operations.ts';
import { operations } from './registry.ts';

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('the declarations of the operations', () => {
  it('name each command once', () => {
    expect(new Set(namesOf(operations)).size).toBe(operations.length);
  });

  it('list six everyday commands', () => {
    const everyday = operations.filter(({ topic }) => topic === 'Everyday');
    expect(namesOf(everyday)).toEqual(['query', 'search', 'remember', 'recall', 'index', 'status']);
  });

  it('give commands of one first word the same group, and single commands none', () => {
    const groups = new Map<string, Set<string | undefined>>();
    for (const { name, group } of operations) {
      const [word = '', rest] = name.split(' ');
      expect(group === undefined, name).toBe(rest === undefined);
      groups.set(word, new Set([...(groups.get(word) ?? []), group]));
    }
    for (const [word, texts] of groups) expect([word, texts.size]).toEqual([word, 1]);
  });

  it('name only input fields the operation has', () => {
    for (const { name, input, pathFields = [], mcp } of operations) {
      // The fields of a tool with several steps belong to one or another of its operations.
      const shown = mcp?.step === undefined ? (mcp?.fields ?? []) : [];
      const known = Object.keys(input.shape);
      expect([name, ...known]).toEqual(expect.arrayContaining([name, ...pathFields, ...shown]));
    }
  });
});

describe('loading operations', () => {
  it('loads each operation that is waited for without the others', async () => {
    expect([...WAITED_FOR.keys()].sort()).toEqual(
      namesOf(operations.filter(({ waitedFor }) => waitedFor)).sort(),
    );
    for (const word of WAITED_FOR.keys()) expect(namesOf(await loadOperations(word))).toEqual([word]);
  });

  it('loads the commands of one first word, or all', async () => {
    expect(namesOf(await loadOperations('token'))).toEqual(['token create', 'token list', 'token revoke']);
    expect(await loadOperations(undefined)).toEqual(operations);
    expect(await loadOperations('unknown')).toEqual(operations);
  });
});
