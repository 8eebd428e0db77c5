import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMentions } from './parse-mentions.ts';

describe('parseMentions', () => {
  it.each([
    ['see @src/a.ts please', [{ kind: 'file', target: 'src/a.ts' }]],
    ['(@src/a.ts)', [{ kind: 'file', target: 'src/a.ts' }]],
    ['look at @src/a.ts.', [{ kind: 'file', target: 'src/a.ts' }]],
    ['@./src/a.ts', [{ kind: 'file', target: 'src/a.ts' }]],
    ['@src\\win\\a.ts', [{ kind: 'file', target: 'src/win/a.ts' }]],
    ['@docs/', [{ kind: 'folder', target: 'docs/' }]],
    ['@thread:deploy-plan', [{ kind: 'thread', target: 'deploy-plan' }]],
    ['@thr-0123456789abcdef', [{ kind: 'thread', target: 'thr-0123456789abcdef' }]],
    ['@"my notes/a b.md"', [{ kind: 'file', target: 'my notes/a b.md' }]],
    ['@a.ts:10-20', [{ kind: 'file', target: 'a.ts', startLine: 10, endLine: 20 }]],
    ['@a.ts:20-10', [{ kind: 'file', target: 'a.ts', startLine: 10, endLine: 20 }]],
    ['@a.ts#L7', [{ kind: 'file', target: 'a.ts', startLine: 7, endLine: 7 }]],
    ['@a.ts:0', [{ kind: 'file', target: 'a.ts' }]],
    ['@a.ts and again @a.ts', [{ kind: 'file', target: 'a.ts' }]],
    ['write to me@example.org', []],
    ['`@decorator` and\n```\n@Injectable()\n```', []],
    ['@ @/ @. alone', []],
    ['', []],
  ])('%j', (message, mentions) => {
    expect(parseMentions(message)).toEqual(mentions);
  });

  it('finds a mentioned path whatever plain words stand around it', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const path = fc.stringMatching(/^[a-z]{1,6}(\/[a-z]{1,6}){0,3}\.(ts|md|py)$/);
    fc.assert(
      fc.property(fc.array(word), path, fc.array(word), (before, target, after) => {
        const message = [...before, `@${target}`, ...after].join(' ');
        expect(parseMentions(message)).toEqual([{ kind: 'file', target }]);
      }),
    );
  });

  it('never throws and never gives an empty target', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (one, other) => {
        for (const mention of parseMentions(`${one} @${other}`)) expect(mention.target).not.toBe('');
      }),
    );
  });
});
