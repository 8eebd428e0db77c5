import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { DossierError } from '../../core/errors.ts';

const MARKS = ['.git', 'dossier.config.json'];

/** Refuses to index the whole disk or home folder because someone asked in the wrong place. */
export function refuseNoProject(root: string, home: string): void {
  if (root !== parse(root).root && root !== home) return;
  if (MARKS.some((name) => existsSync(join(root, name)))) return;
  throw new DossierError(
    'not-found',
    `${root} is not a project. Go to the folder of one, or name it with --root.`,
  );
}
