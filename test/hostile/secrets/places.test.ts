import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DossierError } from '../../../src/core/errors.ts';
import { type Dossier, openDossier } from '../../../src/index.ts';
import { answerHook } from '../../../src/interfaces/hooks/answer-hook.ts';
import { decodeHookEvent } from '../../../src/interfaces/hooks/hook-event.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { library } from '../../../src/operations/registry.ts';
import { fillPattern } from './fill-pattern.ts';
import { leaksIn, type Said } from './leaks-in.ts';
import { SECRET_KINDS } from './secret-kinds.ts';
import { type Planted, plant } from './surroundings.ts';
import { TOKEN_KINDS } from './token-kinds.ts';

/**
 * Every kind of secret in every place where text can come in: contents, names and folders of files, messages, authors
 * and addresses of commits, every text field of every operation, and events of agents. Afterwards neither the bytes of
 * the store nor anything that was answered, printed or said in an error may show one.
 */

/** How many kinds each short field sees; `DOSSIER_SECRET_ROUNDS=155` tries all of them. */
const USUAL_ROUNDS = 3;
const ROUNDS = Number(process.env['DOSSIER_SECRET_ROUNDS'] ?? USUAL_ROUNDS);
const TIME_LIMIT = 600_000 + ROUNDS * 120_000;

let folder: string;
let dossier: Dossier;
const planted: Planted[] = [];
const said: Said[] = [];

const keep = (where: string, output: unknown): void => {
  said.push({ where, text: typeof output === 'string' ? output : JSON.stringify(output) });
};

/** A token of a kind, made for one place, so that a leak tells where it came in. */
function token(kind: number, place: string): string {
  const { name, pattern } = TOKEN_KINDS[kind % TOKEN_KINDS.length]!;
  const { text, secret } = fillPattern(pattern, place);
  planted.push({ kind: name, place, text, secret });
  return text;
}

/** Every kind, or every n-th from the given one, in one of the texts it is planted in. */
function everyKind(place: string, from = 0, step = 1): string[] {
  return SECRET_KINDS.filter((_kind, index) => index % step === from % step).map((kind, index) => {
    const texts = plant(kind, place);
    const chosen = texts[index % texts.length]!;
    planted.push({ ...chosen, place: `${place}: ${chosen.place}` });
    return chosen.text;
  });
}

const git = (...args: string[]): void => {
  execFileSync('git', ['-c', 'commit.gpgsign=false', ...args], { cwd: folder });
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-secrets-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [index, text] of everyKind('file').entries())
    write(`src/part${index}.md`, `# upload ${index}\n\n${text}`);
  write('src/upload.ts', 'export function uploadFile(name: string) {\n  return send(name);\n}\n');
  for (let kind = 0; kind < TOKEN_KINDS.length; kind++) {
    const named = token(kind, 'file name');
    if (!named.includes('/') && named.length < 200)
      write(`names/${named}.ts`, `export const upload${kind} = 1;\n`);
    const inside = token(kind, 'folder name');
    if (!inside.includes('/') && inside.length < 200)
      write(`${inside}/upload.ts`, `export const upload${kind} = 2;\n`);
  }
  git('init', '-q');
  git('add', '-A');
  const messages = everyKind('commit message');
  for (let start = 0; start < messages.length; start += 60) {
    const author = token(start, 'author').replace(/[<>\n]/g, '');
    const email = token(start + 7, 'email').replace(/[<>\n]/g, '');
    const message = `Fix upload\n\n${messages.slice(start, start + 60).join('\n\n')}`;
    git(
      '-c',
      `user.name=${author}`,
      '-c',
      `user.email=${email}@example.com`,
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      message,
    );
  }
  dossier = openDossier({ root: folder, environment: {}, settings: { store: join(folder, 'store.db') } });
  keep('index', await dossier.index({}));
}, TIME_LIMIT);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Not called with planted input: they open other stores, or read earlier states of the repository for minutes. */
const LEFT_OUT = new Set(['migrate', 'eval', 'index']);

test(
  'no text field of an operation lets a secret in',
  async () => {
    for (const [name, operation] of Object.entries<Operation>(library)) {
      if (LEFT_OUT.has(name)) continue;
      const fields = textFieldsOf(operation);
      for (let round = 0; round < (fields.length === 0 ? 1 : ROUNDS); round++) {
        const input = Object.fromEntries(
          fields.map(({ field, longest, fill }, at) => {
            const place = `${name} ${field} ${round}`;
            const long = longest > 50_000;
            const text = long
              ? `upload ${everyKind(place, round, 12).join('\n')}`
              : token(round * 7 + at, place).slice(0, longest);
            return [field, fill(text)];
          }),
        );
        await call(name, operation, input);
        // With every field filled most calls are refused; with one at a time they run.
        for (const field of Object.keys(input)) {
          await call(name, operation, { ...requiredOf(operation), [field]: input[field] });
        }
      }
    }
  },
  TIME_LIMIT,
);

test(
  'no event of an agent lets a secret in',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const session_id = token(round, 'hook session');
      const events = [
        { hook_event_name: 'SessionStart', session_id },
        {
          hook_event_name: 'UserPromptSubmit',
          session_id,
          prompt: `How does uploadFile work?\n${everyKind('prompt', round, 12).join('\n')}`,
        },
        {
          hook_event_name: 'UserPromptSubmit',
          session_id,
          prompt: `${'upload file '.repeat(165)}${token(round, 'cut prompt')}`,
        },
        {
          hook_event_name: 'PostToolUse',
          session_id,
          tool_name: 'Bash',
          tool_input: { command: `npm test -- ${token(round + 1, 'command')}` },
          tool_response: {
            stdout: `FAIL src/upload.ts\n  ● upload > ${token(round + 2, 'output')}\n    at src/upload.ts:2:3\n`,
            exitCode: 1,
          },
        },
        { hook_event_name: 'PreCompact', session_id },
      ];
      for (const event of events) {
        const decoded = decodeHookEvent({ ...event, cwd: folder });
        keep(
          `hook ${event.hook_event_name}`,
          await answerHook(dossier.engine, decoded, { now: Date.UTC(2026, 0, 1), parent: process.ppid }),
        );
      }
    }
  },
  TIME_LIMIT,
);

test(
  'neither the bytes of the store nor anything that was answered shows one',
  async () => {
    for (const name of [
      'status',
      'projects',
      'config',
      'files',
      'export',
      'threadList',
      'memoryList',
      'tokenList',
    ] as const) {
      keep(name, await dossier[name]({}));
    }
    for (const query of ['upload', 'token password secret', 'ghp_', 'credentials']) {
      keep(`query ${query}`, await dossier.query({ query, maxTokens: 60_000, limit: 200 }));
      keep(`assemble ${query}`, await dossier.assemble({ query, maxTokens: 60_000 }));
      keep(`pack ${query}`, await dossier.pack({ paths: ['src/**'], task: query, maxTokens: 60_000 }));
    }
    await dossier.close();
    const stored = readdirSync(folder).filter((name) => name.startsWith('store.db'));
    const bytes = stored.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
    expect(bytes.length).toBeGreaterThan(100_000);
    expect(planted.length).toBeGreaterThan(1000);
    keep('the store', bytes);
    const leaks = leaksIn(said, planted);
    // Values are drawn from their pattern and place, so a run of this size always sees the same ones. More rounds
    // draw values that nobody looked at, of which one in a thousand happens to look like words.
    const tolerated = ROUNDS === USUAL_ROUNDS ? 0 : planted.length / 1000;
    expect(shownValues(leaks).size, leaks.slice(0, 40).join('\n')).toBeLessThanOrEqual(tolerated);
  },
  TIME_LIMIT,
);

/** A value that several answers show counts once. */
function shownValues(leaks: readonly string[]): ReadonlySet<string> {
  return new Set(leaks.map((leak) => leak.split(' is shown by ')[0] ?? leak));
}

async function call(name: string, operation: Operation, input: Record<string, unknown>): Promise<void> {
  const method = dossier[name as keyof typeof library] as (given: unknown) => Promise<unknown>;
  try {
    const output = await method(input);
    keep(name, output);
    keep(`${name} printed`, operation.print(operation.output.parse(output)));
  } catch (error) {
    if (!(error instanceof DossierError)) throw error;
    keep(`${name} refusing`, error.message);
  }
}

interface TextField {
  readonly field: string;
  readonly longest: number;
  readonly fill: (text: string) => unknown;
}

type Schema = Readonly<Record<string, unknown>>;

function propertiesOf(operation: Operation): [string, Schema][] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(schema.properties ?? {}).map(([field, value]) => [field, value as Schema]);
}

/** Fields that take any text, alone or in a list or an item. */
function textFieldsOf(operation: Operation): TextField[] {
  return propertiesOf(operation).flatMap(([field, schema]): TextField[] => {
    const longest = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 1_000_000;
    if (field === 'items' && operation.name === 'assemble-items')
      return [{ field, longest, fill: itemsWith }];
    if (field === 'citations') return [{ field, longest, fill: (text) => [{ id: 1, text }] }];
    if (schema['type'] === 'array' && (schema['items'] as Schema)['type'] === 'string') {
      return (schema['items'] as Schema)['enum'] === undefined
        ? [{ field, longest: 500, fill: (text) => [text] }]
        : [];
    }
    if (schema['type'] !== 'string' || schema['enum'] !== undefined || field === 'counter') return [];
    return [{ field, longest, fill: (text) => text }];
  });
}

function itemsWith(text: string): unknown {
  const item = { source: 'code', entityType: 'function', relevance: 0.9, reasons: [] };
  return [
    { ...item, id: 'a', name: 'uploadFile', content: text },
    { ...item, id: text.slice(0, 100), name: text.slice(0, 100), content: 'upload' },
  ];
}

/** Plain values for the fields that a call cannot do without. */
function requiredOf(operation: Operation): Record<string, unknown> {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required ?? []);
  return Object.fromEntries(
    propertiesOf(operation)
      .filter(([field]) => required.has(field))
      .map(([field, value]) => [field, plain(field, value)]),
  );
}

function plain(field: string, schema: Schema): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (field === 'items') return [];
  if (schema['type'] === 'array') return [];
  return schema['type'] === 'string' ? 'upload' : 1;
}
