import { z } from 'zod';
import { DossierError } from './errors.ts';
import type { Json, StoredRecord } from './store.ts';

/** Parses a record's body by its schema; a body that does not fit was not written by this version. */
export function decodeRecord<Schema extends z.ZodType>(
  schema: Schema,
  record: StoredRecord,
): z.output<Schema> {
  const { id, createdAt, updatedAt } = record;
  const parsed = schema.safeParse({ ...record.body, id, createdAt, updatedAt });
  if (parsed.success) return parsed.data;
  throw new DossierError(
    'store-corrupt',
    `The stored ${record.kind} ${id} cannot be read: ${z.prettifyError(parsed.error)}. Run "dossier doctor".`,
  );
}

/** Drops absent fields so that the body is plain JSON. */
export function asBody(value: object): { readonly [key: string]: Json } {
  return JSON.parse(JSON.stringify(value));
}
