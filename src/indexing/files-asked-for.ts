import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import { trimEndOf } from '../core/text/trim.ts';

/**
 * Resolves the paths a user gave to files, folders included whole. Undefined means the whole project: no path, or its
 * root. A path that matches nothing is refused rather than ignored.
 */
export async function filesAskedFor(
  engine: Engine,
  given: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const asked = given.map((path) => withinRoot(engine.root, path));
  if (asked.length === 0 || asked.includes('')) return undefined;
  const [listed, known] = await Promise.all([
    engine.lister().then((lister) => lister.list({ signal })),
    engine.store().then((store) => store.index(engine.scope).files()),
  ]);
  const present = new Set([...listed, ...known.map(({ path }) => path)]);
  return [
    ...new Set(
      asked.flatMap((path) => {
        const meant = present.has(path) ? [path] : [...present].filter((file) => file.startsWith(`${path}/`));
        if (meant.length > 0) return meant;
        throw new DossierError(
          'invalid-input',
          `There is nothing to index at "${path}" in ${engine.root}: name files or folders of the project that are not ignored.`,
        );
      }),
    ),
  ];
}

/** The path relative to the root, with the index's separators. */
function withinRoot(root: string, path: string): string {
  const base = slashes(root);
  const full = slashes(path);
  const own = full === base || full.startsWith(`${base}/`) ? full.slice(base.length) : full;
  const isElsewhere = own === full && /^(?:\/|[A-Za-z]:)/.test(full);
  const segments = own.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (isElsewhere || segments.includes('..')) {
    throw new DossierError(
      'outside-root',
      `"${path}" is not in the project ${root}: index another project with "dossier index --root ${path}".`,
    );
  }
  return segments.join('/');
}

function slashes(path: string): string {
  const plain = path.replaceAll('\\', '/');
  return trimEndOf(plain, '/') || plain.slice(0, 1);
}
