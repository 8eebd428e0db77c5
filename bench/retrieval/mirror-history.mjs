import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGitHistory } from '../../dist/adapters/sources/git-history.js';

/**
 * The history of a row's repository up to the commit of its checkout and no further: what answers a question was committed
 * after it. The checkouts have no git folder of their own; one without files is made beside them, over the mirror's objects.
 */
export function mirrorHistory(row, { mirror, folder }) {
  const tree = join(folder, row.dir);
  const git = join(tree, '.git');
  for (const part of ['objects/info', 'refs']) mkdirSync(join(git, part), { recursive: true });
  const objects = join(mirror, row.repo.replace('/', '+'), 'repo', 'objects');
  writeFileSync(join(git, 'objects/info/alternates'), `${objects}\n`);
  writeFileSync(join(git, 'HEAD'), `${row.commit}\n`);
  const root = join(tree, row.root ?? '');
  mkdirSync(root, { recursive: true });
  return createGitHistory(root);
}
