import { describe, expect, it } from 'vitest';
import type { ContextItem } from '../core/item.ts';
import { tokenEstimate } from './estimate-tokens.ts';

const item = (content: string, lines = 1): ContextItem => ({
  id: 'a',
  source: 'code',
  entityType: 'function',
  name: 'a',
  content,
  location: { path: 'a.ts', startLine: 1, endLine: lines },
  relevance: 1,
  reasons: [],
});

describe('the tokens of what is left out', () => {
  it('are estimated by the counter of the printed text', () => {
    const text = item('x'.repeat(310));
    expect(tokenEstimate({ context: 'y'.repeat(1000), tokenCount: 250 })(text)).toEqual({ about: 100 });
    expect(tokenEstimate({ context: 'y'.repeat(1000), tokenCount: 1000 })(text)).toEqual({ about: 400 });
  });

  it('grow with the lines of a file that was not read', () => {
    const estimate = tokenEstimate({ context: '', tokenCount: 0 });
    expect(estimate(item('', 10)).about).toBeLessThan(estimate(item('', 100)).about ?? 0);
  });

  it('are unknown without any text', () => {
    const { location: _, ...rest } = item('');
    expect(tokenEstimate({ context: '', tokenCount: 0 })(rest)).toEqual({});
  });
});
