import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { assembleOptionsSchema } from '../dist/core/context.js';
import { searchOptionsSchema } from '../dist/core/query.js';
import * as vocabulary from '../dist/core/vocabulary.js';
import { library } from '../dist/operations/registry.js';

/** Fields that several inputs take over from one schema, and the interface that describes them once. */
const SHARED = {
  SearchOptionsInput: searchOptionsSchema.shape,
  AssembleOptionsInput: assembleOptionsSchema.shape,
};
/** Inputs whose types are long and have a name already. */
const NAMED = {
  'assembleItems.items': 'z.input<typeof contextItemSchema>[]',
  'cite.citations': 'z.input<typeof citationSchema>[]',
};

/** Types of the vocabulary by the JSON of their lists. */
const source = readFileSync('src/core/vocabulary.ts', 'utf8');
const lists = new Map(Object.entries(vocabulary));
const LISTS = new Map(
  [...source.matchAll(/export type (\w+) = \(typeof (\w+)\)\[number\]/g)]
    .filter(([, , list]) => lists.has(list))
    .map(([, type, list]) => [JSON.stringify(lists.get(list)), type]),
);
/** The topics whose inputs have a file of their own: one for all would be too long to read. */
const FILES = {
  'ask-inputs': ['Everyday', 'Ask'],
  'record-inputs': ['Knowledge', 'Sessions and conversations'],
};

/** The input of every method as an interface, so that an editor shows what each field means: files by path. */
export function describeInputs() {
  const shared = Object.entries(SHARED).map(([name, shape]) =>
    interfaceOf(name, '', z.object(shape), Object.keys(shape)),
  );
  const all = Object.entries(library);
  const named = Object.values(FILES).flat();
  const others = all.filter(([, { topic }]) => !named.includes(topic));
  const interfaces = (entries) => entries.map(([name, { input }]) => inputOf(name, input));
  const parts = Object.entries(FILES).map(([file, topics]) => ({
    file,
    operations: all.filter(([, { topic }]) => topics.includes(topic)),
  }));
  return {
    'src/library/shared-inputs.ts': moduleOf(shared),
    ...Object.fromEntries(
      parts.map(({ file, operations }) => [`src/library/${file}.ts`, moduleOf(interfaces(operations))]),
    ),
    'src/library/inputs.ts': moduleOf(
      [
        ...interfaces(others),
        '/** The input of every method by its name. */',
        'export interface Inputs {',
        ...all.map(([name]) => `  ${name}: ${interfaceName(name)};`),
        '}',
      ],
      parts.map(({ file, operations }) => [operations.map(([name]) => interfaceName(name)), `./${file}.ts`]),
    ),
  };
}

/** A formatted module with the imports its parts need. */
function moduleOf(parts, inputs = []) {
  const body = parts.join('\n');
  const uses = (names) => names.filter((name) => new RegExp(`(?<!interface |type )\\b${name}\\b`).test(body));
  const imports = [
    [['z'], 'zod'],
    [['citationSchema'], '../core/context.ts'],
    [['contextItemSchema'], '../core/item.ts'],
    [[...LISTS.values()], '../core/vocabulary.ts'],
    ...inputs,
    [Object.keys(SHARED), './shared-inputs.ts'],
  ].flatMap(([names, from]) => {
    const used = uses(names);
    return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${from}';`];
  });
  const note = '// Generated from the schemas of the operations by `npm run docs`.';
  return formatted([...imports, '', note, '', body, ''].join('\n'));
}

function inputOf(name, input) {
  const fields = Object.keys(input.shape);
  const bases = Object.entries(SHARED).flatMap(([base, shape]) => {
    const taken = Object.keys(shape).filter((field) => input.shape[field] === shape[field]);
    if (taken.length < 3) return [];
    const missing = Object.keys(shape).filter((field) => !taken.includes(field));
    const type =
      missing.length === 0 ? base : `Omit<${base}, ${missing.map((field) => `'${field}'`).join(' | ')}>`;
    return [{ type, taken }];
  });
  const taken = bases.flatMap((base) => base.taken);
  const extended = bases.length === 0 ? '' : ` extends ${bases.map(({ type }) => type).join(', ')}`;
  return interfaceOf(
    interfaceName(name),
    extended,
    input,
    fields.filter((field) => !taken.includes(field)),
    name,
  );
}

function interfaceOf(title, extended, schema, fields, method = '') {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (fields.length === 0) {
    const base = extended.replace(/^ extends /, '').replaceAll(', ', ' & ');
    return `export type ${title} = ${base === '' ? 'Record<string, never>' : base};\n`;
  }
  const lines = fields.map((field) => {
    const property = properties[field] ?? {};
    const type = NAMED[`${method}.${field}`] ?? typeOf(property);
    const optional = required.includes(field) ? `: ${type}` : `?: ${type} | undefined`;
    const initial = property.default;
    const note = initial === undefined || typeof initial === 'object' ? '' : ` Default: ${initial}.`;
    return `  /** ${sentence(property.description ?? field)}${note} */\n  ${field}${optional};`;
  });
  return `export interface ${title}${extended} {\n${lines.join('\n')}\n}\n`;
}

function typeOf(schema) {
  if (LISTS.has(JSON.stringify(schema.enum))) return LISTS.get(JSON.stringify(schema.enum));
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
      return schema.type;
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectOf(schema);
    default:
      return 'unknown';
  }
}

function objectOf({ properties, required = [], additionalProperties }) {
  if (properties === undefined) return `Record<string, ${typeOf(additionalProperties || {})}>`;
  const fields = Object.entries(properties).map(([name, property]) =>
    required.includes(name) ? `${name}: ${typeOf(property)}` : `${name}?: ${typeOf(property)} | undefined`,
  );
  return `{ ${fields.join('; ')} }`;
}

function interfaceName(method) {
  return `${method[0].toUpperCase()}${method.slice(1)}Input`;
}

function sentence(text) {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function formatted(text) {
  const biome = spawnSync(
    'node_modules/.bin/biome',
    ['check', '--write', '--stdin-file-path=src/inputs.ts'],
    {
      input: text,
      encoding: 'utf8',
    },
  );
  if (biome.status !== 0) throw new Error(biome.stderr);
  return biome.stdout;
}
