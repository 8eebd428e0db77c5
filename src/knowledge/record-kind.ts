import type { z } from 'zod';
import { asBody, decodeRecord } from '../core/decode-record.ts';
import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { RecordFilter, StoredRecord } from '../core/store.ts';
import { updateRecord } from '../core/write-records.ts';
import { embedRecord } from './embed-records.ts';

/** A record's body with its id. */
export interface Stored<Body> {
  readonly id: string;
  readonly body: Body;
}

type NewRecord = Omit<StoredRecord, 'version'>;

/** How one kind of record is read, written, listed and embedded. */
export interface RecordKind<Body> {
  readonly name: string;
  readonly schema: z.ZodType<Body>;
  readonly read: (record: StoredRecord) => Stored<Body>;
  readonly recordOf: (id: string, body: Body, now: number, before?: StoredRecord) => NewRecord;
  /** The texts to embed, by axis. */
  readonly texts: (body: Body) => Readonly<Record<string, string>>;
  /** Throws `not-found` if there is no such record. */
  readonly get: (engine: Engine, id: string) => Promise<Stored<Body>>;
  readonly list: (engine: Engine, options: ListOptions) => Promise<Stored<Body>[]>;
  readonly count: (engine: Engine, filter: RecordFilter) => Promise<number>;
  /** Reads, changes and writes; throws `not-found` if there is no such record. */
  readonly update: (engine: Engine, id: string, now: number, change: (body: Body) => Body) => Promise<Body>;
  readonly delete: (engine: Engine, id: string) => Promise<void>;
  readonly embed: (engine: Engine, id: string, body: Body) => Promise<readonly string[]>;
}

interface ListOptions extends RecordFilter {
  readonly limit: number;
  readonly offset?: number;
}

export function recordKind<Body extends object>(declared: {
  readonly name: string;
  readonly schema: z.ZodType<Body>;
  /** The text that full-text search sees. */
  readonly text: (body: Body) => string;
  readonly texts: (body: Body) => Readonly<Record<string, string>>;
  readonly createdAt: (body: Body) => number;
  /** The command that lists them, named in the `not-found` error. */
  readonly listCommand: string;
}): RecordKind<Body> {
  const { name, schema, texts } = declared;
  const read = (record: StoredRecord) => ({ id: record.id, body: decodeRecord(schema, record) });
  const recordOf = (id: string, body: Body, now: number, before?: StoredRecord): NewRecord => ({
    kind: name,
    id,
    body: asBody(body),
    text: declared.text(body),
    createdAt: before?.createdAt ?? declared.createdAt(body),
    updatedAt: now,
  });
  const missing = (id: string) =>
    new DossierError(
      'not-found',
      `There is no ${name} ${id}: "${declared.listCommand}" lists those there are.`,
    );
  return {
    name,
    schema,
    read,
    recordOf,
    texts,
    async get(engine, id) {
      const record = await (await recordsOf(engine)).get(name, id);
      if (record === undefined) throw missing(id);
      return read(record);
    },
    list: async (engine, options) => (await (await recordsOf(engine)).list(name, options)).map(read),
    count: async (engine, filter) => (await recordsOf(engine)).count(name, filter),
    async update(engine, id, now, change) {
      const record = await updateRecord(await recordsOf(engine), name, id, (before) => {
        if (before === undefined) throw missing(id);
        return recordOf(id, change(read(before).body), now, before);
      });
      return read(record).body;
    },
    async delete(engine, id) {
      if (!(await (await recordsOf(engine)).delete(name, id))) throw missing(id);
    },
    embed: (engine, id, body) => embedRecord(engine, { kind: name, id, texts: texts(body) }),
  };
}
