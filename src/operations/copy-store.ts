import { DossierError } from '../core/errors.ts';
import type { Scope, Store, TableRows } from '../core/store.ts';
import { hashText } from '../core/text/hash.ts';

interface Migration {
  readonly scopes: readonly { readonly project: string; readonly rows: number }[];
}

/**
 * Copies an owner's data from one store to another, project by project, then reads both to verify that they are
 * equal. The source is never changed. A project the target already has is left if it is equal, so that a killed run
 * can be repeated; otherwise it is a `conflict` and stays unchanged.
 */
export async function migrateStore(
  from: Store,
  to: Store,
  options: { readonly owner: string; readonly progress?: (project: string, rows: number) => void },
): Promise<Migration> {
  const scopes = await from.scopes(options.owner);
  if (scopes.length === 0) {
    throw new DossierError(
      'not-found',
      `The store has nothing of ${options.owner}. Name another owner or store.`,
    );
  }
  const present = new Set((await to.scopes(options.owner)).map(({ project }) => project));
  const moved: { project: string; rows: number }[] = [];
  for (const scope of scopes) {
    let rows = 0;
    const count = (received: number) => {
      rows += received;
      options.progress?.(scope.project, rows);
    };
    if (present.has(scope.project) && (await differences(from, to, scope)).length === 0) {
      await from.dump(scope, async (piece) => count(piece.rows.length));
    } else {
      await to.load(scope, (receive) =>
        from.dump(scope, async (piece) => {
          await receive(piece);
          count(piece.rows.length);
        }),
      );
      await refuseDifferent(from, to, scope);
    }
    await to.index(scope).prepareVectors();
    moved.push({ project: scope.project, rows });
  }
  return { scopes: moved };
}

async function refuseDifferent(from: Store, to: Store, scope: Scope): Promise<void> {
  const tables = await differences(from, to, scope);
  if (tables.length === 0) return;
  throw new DossierError(
    'conflict',
    `${scope.owner}/${scope.project} differs after the copy (${tables.join(', ')}). Stop what writes to either store and migrate into an empty one.`,
  );
}

/** The tables in which the two stores differ. */
async function differences(from: Store, to: Store, scope: Scope): Promise<readonly string[]> {
  const [source, target] = [await fingerprints(from, scope), await fingerprints(to, scope)];
  return [...new Set([...source.keys(), ...target.keys()])].filter(
    (table) => source.get(table) !== target.get(table),
  );
}

/** A fingerprint of each table that does not depend on the order of its rows. */
async function fingerprints(store: Store, scope: Scope): Promise<ReadonlyMap<string, string>> {
  const sums = new Map<string, { rows: number; high: number; low: number }>();
  await store.dump(scope, async ({ table, rows }) => {
    const sum = sums.get(table) ?? { rows: 0, high: 0, low: 0 };
    for (const row of rows) {
      const hash = hashText(row.map(valueText).join('\u0001'));
      sum.rows++;
      sum.high = (sum.high + Number.parseInt(hash.slice(0, 8), 16)) >>> 0;
      sum.low = (sum.low + Number.parseInt(hash.slice(8), 16)) >>> 0;
    }
    sums.set(table, sum);
  });
  return new Map([...sums].map(([table, { rows, high, low }]) => [table, `${rows} ${high} ${low}`]));
}

function valueText(value: TableRows['rows'][number][number]): string {
  if (!(value instanceof Uint8Array)) return `${typeof value} ${value}`;
  let text = '';
  for (const byte of value) text += String.fromCharCode(byte);
  return `bytes ${text}`;
}
