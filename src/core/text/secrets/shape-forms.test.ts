import { expect, test } from 'vitest';
import { LISTS, SHAPES } from './shape-forms.ts';

test('no gate is the beginning of another: only one of them would be seen', () => {
  const gates = [...new Set([...SHAPES, ...LISTS].flatMap((shape) => shape.gates))];
  const searchedTogether = gates.filter((gate) => gate.length >= 4);
  for (const gate of searchedTogether) {
    expect(searchedTogether.filter((other) => other !== gate && other.startsWith(gate))).toEqual([]);
  }
});
