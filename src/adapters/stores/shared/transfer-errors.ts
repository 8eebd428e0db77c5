import { DossierError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/store.ts';

export function scopeInUse({ owner, project }: Scope): DossierError {
  return new DossierError(
    'conflict',
    `The store already holds something of ${owner}/${project}; choose an empty store or another project name.`,
  );
}

export function unknownTable(table: string): DossierError {
  return new DossierError(
    'invalid-input',
    `There is no table ${table} here; both sides must be of one version.`,
  );
}
