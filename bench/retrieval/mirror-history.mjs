import { existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGitHistory } from '../../dist/adapters/sources/git-history.js';

/**
 * The history of a row's repository up to the commit of its checkout and no further: what answers a question was committed
 * after it. The checkouts have no git folder of their own; one without files is made beside them, of links to the mirror's
 * objects (on the same disk), as alternates are not followed.
 */
export function mirrorHistory(row, { mirror, folder }) {
  const tree = join(folder, row.dir);
  const git = join(tree, '.git');
  mkdirSync(join(git, 'refs'), { recursive: true });
  linkObjects(join(mirror, row.repo.replace('/', '+'), 'repo', 'objects'), join(git, 'objects'));
  writeFileSync(join(git, 'HEAD'), `${row.commit}\n`);
  const root = join(tree, row.root ?? '');
  mkdirSync(root, { recursive: true });
  return createGitHistory(root);
}

function linkObjects(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkObjects(source, target);
    else if (entry.name !== 'alternates' && !existsSync(target)) linkSync(source, target);
  }
}
