import type { OpenApiDocument } from '../../src/interfaces/http/openapi-document.ts';

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface RandomRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface RandomOptions {
  readonly random: () => number;
  /** Texts that fields are filled with: ids, names, paths and words. */
  readonly texts: readonly string[];
  /** Share of values that break their schema on purpose. */
  readonly invalid: number;
}

type Schema = Readonly<Record<string, unknown>>;

/** Makes requests for every operation of an OpenAPI document, from its schemas alone. */
export function createRequestMaker(document: OpenApiDocument, options: RandomOptions): () => RandomRequest {
  const { random } = options;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  return () => {
    const { path, method, call } = pick(calls, random);
    let target = path;
    const query = new URLSearchParams();
    for (const { name, in: place, required, schema } of call.parameters) {
      if (place === 'path') {
        const value = textOf(valueFor(asSchema(schema), options)) || 'x';
        target = target.replace(`{${name}}`, encodeURIComponent(value.replace(/\p{Surrogate}/gu, '?')));
      } else if (required || random() < 0.5) {
        query.set(name, textOf(valueFor(asSchema(schema), options)));
      }
    }
    const suffix = query.size === 0 ? '' : `?${query}`;
    const request = { operationId: call.operationId, method, path: `${target}${suffix}` };
    const schema = bodySchema(call.requestBody);
    return schema === undefined ? request : { ...request, body: valueFor(schema, options) };
  };
}

function bodySchema(body: unknown): Schema | undefined {
  const content = asSchema(asSchema(body)['content'])['application/json'];
  return content === undefined ? undefined : asSchema(asSchema(content)['schema']);
}

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  '',
  '\u0000',
  '💥',
  [],
  {},
  [[]],
  { a: 1 },
];

/** A value for the schema, or now and then one of another kind. */
export function valueFor(schema: Schema, options: RandomOptions): unknown {
  const { random, invalid, texts } = options;
  if (random() < invalid) return pick(ODD_VALUES, random);
  const variants = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(variants)) return valueFor(asSchema(pick(variants, random)), options);
  if (Array.isArray(schema['enum'])) return pick(schema['enum'], random);
  if ('const' in schema) return schema['const'];
  switch (schema['type']) {
    case 'string':
      return textFor(schema, pick(fitting(schema, texts), random));
    case 'integer':
      return Math.floor(numberFor(schema, random));
    case 'number':
      return numberFor(schema, random);
    case 'boolean':
      return random() < 0.5;
    case 'array': {
      const least = Number(schema['minItems'] ?? 0);
      const length = least + Math.floor(random() * 3);
      return Array.from({ length }, () => valueFor(asSchema(schema['items']), options));
    }
    case 'object':
      return objectFor(schema, options);
    default:
      return pick(texts, random);
  }
}

function objectFor(schema: Schema, options: RandomOptions): unknown {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const fields = Object.entries(asSchema(schema['properties']))
    .filter(([name]) => (required.has(name) ? options.random() >= options.invalid : options.random() < 0.3))
    .map(([name, property]) => [name, valueFor(asSchema(property), options)]);
  if (options.random() < options.invalid) fields.push([pick(options.texts, options.random), 1]);
  return Object.fromEntries(fields);
}

/** The texts that need not be cut, or all when there is none. */
function fitting(schema: Schema, texts: readonly string[]): readonly string[] {
  const most = Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY);
  const whole = texts.filter(({ length }) => length <= most);
  return whole.length === 0 ? texts : whole;
}

function textFor(schema: Schema, text: string): string {
  const least = Number(schema['minLength'] ?? 0);
  const most = Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY);
  return text.padEnd(least, 'x').slice(0, most);
}

function numberFor(schema: Schema, random: () => number): number {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0);
  const most = Number(schema['maximum'] ?? least + 1000);
  // Mostly small numbers; the far ends now and then.
  const span = random() < 0.9 ? Math.min(most - least, 1000) : most - least;
  return least + random() * span;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(',') : JSON.stringify(value);
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

export function pick<Value>(values: readonly Value[], random: () => number): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined && values.length === 0) throw new Error('Nothing to pick from.');
  return value as Value;
}
