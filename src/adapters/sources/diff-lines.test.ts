import { describe, expect, it } from 'vitest';
import { changedSpans, hunksOf, oldLineOf } from './diff-lines.ts';

const DIFF = `diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -3,2 +3 @@ x
-old
-old
+new
@@ -10,0 +10,2 @@ y
+added
+added
diff --git a/new.ts b/new.ts
--- /dev/null
+++ b/new.ts
@@ -0,0 +1,2 @@
+x
+y
`;

describe('hunksOf', () => {
  it('reads the hunks of files that were there before', () => {
    const hunks = hunksOf(DIFF);
    expect([...hunks.keys()]).toEqual(['src/a.ts']);
    expect(changedSpans('src/a.ts', hunks.get('src/a.ts') ?? [])).toEqual([
      { path: 'src/a.ts', startLine: 3, endLine: 4 },
      { path: 'src/a.ts', startLine: 10, endLine: 11 },
    ]);
  });
});

describe('oldLineOf', () => {
  const hunks = hunksOf(DIFF).get('src/a.ts') ?? [];
  it.each([
    ['before every change', 2, 2],
    ['after lines were removed', 4, 5],
    ['before an insertion', 9, 10],
    ['after an insertion', 12, 11],
  ])('%s: %i was %i', (_, line, old) => expect(oldLineOf(line, hunks)).toBe(old));
  it('is undefined for a line written since', () => {
    expect(oldLineOf(3, hunks)).toBeUndefined();
    expect(oldLineOf(10, hunks)).toBeUndefined();
  });
});
