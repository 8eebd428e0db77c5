import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileRow, fileTree, folderAt, type TreeNode } from './file-tree.ts';

const file = (path: string, size = 10): FileRow => ({
  path,
  size,
  language: 'typescript',
  role: 'source',
  lineCount: 1,
  commitCount: 1,
  insertions: 1,
  deletions: 1,
});

const leaves = (node: TreeNode): readonly string[] =>
  node.children === undefined ? [node.path] : node.children.flatMap(leaves);

describe('fileTree', () => {
  it('never loses a file, and every folder weighs what is in it', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const paths = fc.uniqueArray(
      fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => `${parts.join('/')}.ts`),
    );
    fc.assert(
      fc.property(paths, (given) => {
        const root = fileTree(
          given.map((path) => file(path)),
          'size',
        );
        expect([...leaves(root)].sort()).toEqual([...given].sort());
        expect(root.weight).toBe(given.length * 10);
        expect(root.files).toBe(given.length);
      }),
    );
  });

  it('counts a file that has no area', () => {
    const root = fileTree([file('a/b.ts'), file('a/empty.ts', 0)], 'size');
    expect(root.files).toBe(2);
    expect(root.children?.map(({ files }) => files)).toEqual([2]);
    expect(leaves(root)).toEqual(['a/b.ts']);
  });

  it('joins folders that hold one folder, and finds folders by path', () => {
    const root = fileTree([file('src/main/java/A.java'), file('src/main/java/B.java'), file('c.ts')], 'size');
    expect(root.children?.map(({ name }) => name)).toEqual(['src/main/java', 'c.ts']);
    expect(folderAt(root, 'src/main/java').files).toBe(2);
    expect(folderAt(root, 'src/gone').path).toBe('');
  });
});
