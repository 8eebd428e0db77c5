/** A file of the index, with the fields the charts need. */
export interface FileRow {
  readonly path: string;
  readonly language: string;
  readonly role: string;
  readonly size: number;
  readonly lineCount: number;
  readonly commitCount: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly lastCommitAt?: number | undefined;
}

export const MEASURES = ['size', 'churn'] as const;
export type Measure = (typeof MEASURES)[number];

export interface TreeNode {
  readonly name: string;
  readonly path: string;
  readonly files: number;
  readonly weight: number;
  /** The highest number of commits of any file in it. */
  readonly commits: number;
  /** Absent: a file. */
  readonly children?: readonly TreeNode[];
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: FileRow[];
}

/** Folders with their files, heaviest first; a folder that holds only a folder is joined with it. */
export function fileTree(rows: readonly FileRow[], measure: Measure): TreeNode {
  const root: Folder = { folders: new Map(), files: [] };
  for (const row of rows) {
    let place = root;
    for (const name of row.path.split('/').slice(0, -1)) {
      const next = place.folders.get(name) ?? { folders: new Map(), files: [] };
      place.folders.set(name, next);
      place = next;
    }
    place.files.push(row);
  }
  return nodeOf('', '', root, measure);
}

function nodeOf(name: string, path: string, folder: Folder, measure: Measure): TreeNode {
  const [only] = folder.folders;
  if (path !== '' && folder.files.length === 0 && folder.folders.size === 1 && only !== undefined) {
    return nodeOf(`${name}/${only[0]}`, `${path}/${only[0]}`, only[1], measure);
  }
  const below = path === '' ? '' : `${path}/`;
  const all = [
    ...[...folder.folders].map(([child, inside]) => nodeOf(child, `${below}${child}`, inside, measure)),
    ...folder.files.map((file) => leafOf(file, measure)),
  ];
  const children = all.filter((child) => child.weight > 0).sort((a, b) => b.weight - a.weight);
  return {
    name,
    path,
    children,
    // Also those without an area.
    files: all.reduce((sum, child) => sum + child.files, 0),
    weight: children.reduce((sum, child) => sum + child.weight, 0),
    commits: children.reduce((most, child) => Math.max(most, child.commits), 0),
  };
}

function leafOf(file: FileRow, measure: Measure): TreeNode {
  return {
    name: file.path.split('/').at(-1) ?? file.path,
    path: file.path,
    files: 1,
    weight: measure === 'size' ? file.size : file.insertions + file.deletions,
    commits: file.commitCount,
  };
}

/** The folder at a path, or its nearest ancestor. */
export function folderAt(root: TreeNode, path: string): TreeNode {
  let place = root;
  for (;;) {
    const next: TreeNode | undefined = place.children?.find(
      (child) => child.children !== undefined && (path === child.path || path.startsWith(`${child.path}/`)),
    );
    if (next === undefined) return place;
    place = next;
  }
}
