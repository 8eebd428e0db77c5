// Writes what is derived from declarations: docs/reference.md, docs/languages.md, the outputs in docs/assembly.md, the client's routes, the inputs of the library and schema/dossier.config.schema.json.
// `--check` writes nothing and fails when a file is out of date. Needs `npm run build` first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { configSchema } from '../dist/core/config.js';
import { environmentName, SETTING_NAMES } from '../dist/core/resolve-config.js';
import { flagsOf, kebab } from '../dist/interfaces/cli/flags.js';
import { servedOf } from '../dist/interfaces/http/routes.js';
import { library, operations } from '../dist/operations/registry.js';
import { describeInputs } from './describe-inputs.mjs';
import { describeLanguages } from './describe-languages.mjs';
import { refreshExamples } from './refresh-examples.mjs';

const files = {
  'docs/assembly.md': refreshExamples(readFileSync('docs/assembly.md', 'utf8')),
  'docs/languages.md': describeLanguages(),
  'docs/reference.md': reference(),
  'src/interfaces/http/client-routes.ts': clientRoutes(),
  ...describeInputs(),
  'schema/dossier.config.schema.json': `${JSON.stringify(z.toJSONSchema(configSchema, { io: 'input' }), null, 2)}\n`,
};

let outdated = 0;
for (const [path, text] of Object.entries(files)) {
  if (process.argv.includes('--check')) {
    if (read(path) === text) continue;
    console.error(`${path} is out of date: run "npm run build && npm run docs" and commit it.`);
    outdated++;
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
process.exitCode = outdated === 0 ? 0 : 1;

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function reference() {
  return [
    '# Reference',
    '',
    'Generated from the operations by `npm run docs`. Each command is also a method of the library and a route of the HTTP service.',
    '',
    ...operations.map(
      (operation) =>
        `- [\`${operation.name}\`](#${operation.name.replaceAll(' ', '-')}): ${operation.summary}`,
    ),
    '- [Settings](#settings)',
    '',
    ...operations.flatMap(section),
    '## Settings',
    '',
    'In `dossier.config.json`, or as environment variables.',
    '',
    '| setting | environment | default | meaning |',
    '|---|---|---|---|',
    ...SETTING_NAMES.map(settingRow),
    '',
  ].join('\n');
}

/** The client runs in browsers and must not load the operations' schemas. */
function clientRoutes() {
  return [
    "import type { HttpRoute } from '../../operations/operation.ts';",
    '',
    '/** Where the client finds each operation. Generated from the operations by `npm run docs`. */',
    "export const CLIENT_ROUTES: Readonly<Record<string, Pick<HttpRoute, 'method' | 'path'>>> = {",
    ...servedOf(library).map(
      ({ name, route: { method, path } }) => `  ${name}: { method: '${method}', path: '${path}' },`,
    ),
    '};',
    '',
  ].join('\n');
}

function section(operation) {
  const flags = flagsOf(operation);
  const positionals = operation.positionals ?? [];
  const usage = [
    'dossier',
    operation.name,
    ...positionals.map((field) => {
      const flag = flags.find((candidate) => candidate.field === field);
      const name = kebab(field) + (flag?.kind === 'list' ? '...' : '');
      return flag?.required && operation.stdin !== field ? `<${name}>` : `[${name}]`;
    }),
    ...(flags.length > positionals.length ? ['[flags]'] : []),
  ];
  return [
    `## ${operation.name}`,
    '',
    `${operation.summary}.${operation.description === undefined ? '' : ` ${operation.description}`}`,
    '',
    '```sh',
    usage.join(' '),
    ...operation.examples.flatMap((example) => ['', `# ${example.title}`, example.command]),
    '```',
    '',
    ...(flags.length === 0
      ? []
      : [
          '| input | flag | type | default | meaning |',
          '|---|---|---|---|---|',
          ...flags.map((flag) => flagRow(flag, positionals)),
          '',
        ]),
  ];
}

function flagRow(flag, positionals) {
  const names = flag.also === undefined ? [flag.long] : [flag.long, flag.also];
  const shown = positionals.includes(flag.field) ? 'argument' : names.map((name) => `\`${name}\``).join(', ');
  const type = flag.choices === undefined ? flag.kind : flag.choices.join(' \\| ');
  const initial = flag.required
    ? 'required'
    : flag.defaultValue === undefined
      ? ''
      : `\`${JSON.stringify(flag.defaultValue)}\``;
  return `| \`${flag.field}\` | ${shown} | ${type} | ${initial} | ${flag.description.replaceAll('|', '\\|')} |`;
}

function settingRow(name) {
  const schema = name
    .split('.')
    .reduce((at, key) => at?.properties?.[key], z.toJSONSchema(configSchema, { io: 'input' }));
  const initial = schema?.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
  return `| \`${name}\` | \`${environmentName(name)}\` | ${initial} | ${(schema?.description ?? '').replaceAll('|', '\\|')} |`;
}
