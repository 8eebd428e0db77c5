import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DossierError } from '../../core/errors.ts';
import { openEngine } from '../../open-engine.ts';
import { defineOperation, type Operation } from '../../operations/operation.ts';
import { runCli } from './run-cli.ts';

const greet = defineOperation({
  name: 'team greet',
  summary: 'Greet people',
  topic: 'Ask',
  http: { notServed: 'only a test' },
  input: z.object({
    names: z.array(z.string()).min(1).describe('Whom to greet'),
    note: z.string().optional().describe('Read from standard input'),
    times: z.int().min(1).default(1).describe('How often'),
    loud: z.boolean().default(false).describe('In capitals'),
    comma: z.boolean().default(true).describe('Put a comma'),
    style: z.enum(['short', 'long']).default('short').describe('Length'),
    extra: z.record(z.string(), z.number()).optional().describe('Anything'),
    maxTokens: z.int().optional(),
  }),
  output: z.unknown(),
  positionals: ['names'],
  stdin: 'note',
  effect: 'read',
  examples: [{ title: 'Two at once', command: 'dossier team greet Ada Alan' }],
  async run(_engine, input, context) {
    if (input.names.includes('nobody'))
      throw new DossierError('not-found', 'There is nobody. Name somebody.');
    if (input.names.includes('crash')) throw new TypeError('broken');
    context.progress({ phase: 'greeting', done: 1, total: 2 });
    return { ...input, warnings: ['it is late'] };
  },
  print: (output) => `hello ${JSON.stringify({ ...Object(output), warnings: [] })}`,
});

let indexed = false;
const index = defineOperation({
  name: 'index',
  summary: 'Index',
  topic: 'Ask',
  http: { notServed: 'only a test' },
  input: z.object({}),
  output: z.unknown(),
  effect: 'write',
  examples: [],
  async run() {
    indexed = true;
    return {};
  },
  print: () => '',
});
const ask = defineOperation({
  name: 'ask',
  summary: 'Ask the index',
  topic: 'Ask',
  http: { notServed: 'only a test' },
  input: z.object({}),
  output: z.object({}),
  effect: 'read',
  examples: [],
  async run() {
    if (!indexed) throw new DossierError('not-indexed', 'Not indexed yet.');
    return {};
  },
  print: () => 'answer',
});

const say = defineOperation({
  name: 'say',
  summary: 'Say a sentence',
  topic: 'Ask',
  http: { notServed: 'only a test' },
  input: z.object({ text: z.string(), loud: z.boolean().default(false) }),
  output: z.object({ text: z.string() }),
  positionals: ['text'],
  freeText: true,
  stdin: 'text',
  effect: 'read',
  examples: [],
  run: async (_engine, { text }) => ({ text }),
  print: ({ text }) => text,
});

const together = defineOperation({
  name: 'together',
  summary: 'Files together',
  topic: 'Ask',
  http: { notServed: 'only a test' },
  input: z.object({ paths: z.array(z.string()).default([]) }),
  output: z.object({ paths: z.array(z.string()) }),
  positionals: ['paths'],
  pathFields: ['paths'],
  effect: 'read',
  examples: [],
  run: async (_engine, { paths }) => ({ paths }),
  print: ({ paths }) => paths.join(' + '),
});

const lines = defineOperation({
  name: 'lines',
  summary: 'Lines of a file',
  topic: 'Ask',
  http: { notServed: 'only a test' },
  input: z.object({ path: z.string().max(20), from: z.int().min(1).default(1) }),
  output: z.unknown(),
  positionals: ['path', 'from'],
  stdin: 'path',
  pathFields: ['path'],
  effect: 'read',
  examples: [],
  run: async (_engine, input) => ({ ...input, warnings: [`no ${input.path}`] }),
  print: ({ path, from }) => `no ${path} from ${from}`,
});

let folder = process.cwd();
let home = '';
let root = '.';
let stop: AbortSignal;
let out = '';
let err = '';
let stdin: string | undefined;
const run = (...argv: string[]) =>
  runCli(argv, {
    version: '9.9.9',
    operations: async () =>
      [greet, say, together, lines, ask, index].map((operation) => operation as Operation),
    terminal: {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      readStdin: async () => stdin,
      clock: () => 0,
      signal: stop,
      folder,
      home,
    },
    openEngine: async () => openEngine({ root, settings: { maxTokens: 77 } }),
    extras: [],
  });
const reply = () => JSON.parse(out.replace('hello ', ''));

beforeEach(() => {
  out = '';
  err = '';
  stdin = undefined;
  folder = process.cwd();
  root = '.';
  stop = new AbortController().signal;
});

describe('what was typed', () => {
  const token = `ghp_${'1a2B3c4D5e6F'.repeat(3)}`;

  it.each([
    ['a wrong choice', ['team', 'greet', 'Ada', '--style', token]],
    ['a wrong number', ['team', 'greet', 'Ada', '--times', token]],
    ['an unknown flag', ['team', 'greet', 'Ada', `--${token}`]],
    ['an unknown flag with a value', ['team', 'greet', 'Ada', `--unknown=${token}`]],
    ['an unknown command', [token]],
    ['an unknown command of a group', ['team', token]],
    ['a shell that is not known', ['completion', token]],
    ['JSON that is none', ['team', 'greet', 'Ada', '--extra', token]],
  ])('is not repeated with its secret: %s', async (_name, argv) => {
    await run(...argv);
    expect(out + err).not.toContain(token.slice(5));
    expect(err).toContain('[masked]');
  });

  it('is answered with what may have been meant, on the same line', async () => {
    expect(await run('team', 'greet', 'Ada', '--lout')).toBe(2);
    expect(err).toBe(
      `dossier: unknown option '--lout' (Did you mean --loud?)\nSee "dossier team greet --help".\n`,
    );
  });

  it('is told how to ask when it is a question and no command', async () => {
    expect(await run('where is the login')).toBe(2);
    expect(err).toContain('To ask a question: dossier query "…".');
  });
});

describe('the command line', () => {
  it('turns flags, arguments and settings into input', async () => {
    const status = await run(
      'team',
      'greet',
      'Ada',
      'Alan',
      '--times',
      '3',
      '--loud',
      '--no-comma',
      '--style',
      'long',
      '--extra',
      '{"a":1}',
    );
    expect(status).toBe(0);
    expect(reply()).toMatchObject({
      names: ['Ada', 'Alan'],
      times: 3,
      loud: true,
      comma: false,
      style: 'long',
      extra: { a: 1 },
      maxTokens: 77,
    });
    expect(err).toContain('greeting (2)\n');
    expect(err).toContain('note: it is late\n');
  });

  it('takes a flag by its other name', async () => {
    expect(await run('team', 'greet', 'Ada', '--budget', '55')).toBe(0);
    expect(reply()).toMatchObject({ maxTokens: 55 });
  });

  it('leaves defaults to the schema and prints JSON when asked', async () => {
    expect(await run('team', 'greet', 'Ada', '--json', '--quiet')).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ names: ['Ada'], times: 1, comma: true, style: 'short' });
    expect(err).toBe('');
  });

  it('reads a field from standard input when it is not given', async () => {
    stdin = 'from a pipe';
    await run('team', 'greet', 'Ada');
    expect(reply().note).toBe('from a pipe');
  });

  it.each([
    ['an unknown flag names the nearest', ['team', 'greet', 'Ada', '--tims', '3'], /Did you mean --times/],
    ['an unknown command names the nearest', ['taem'], /Did you mean team/],
    ['a number that is none', ['team', 'greet', 'Ada', '--times', 'x'], /"x" is not a number/],
    ['a choice that is none', ['team', 'greet', 'Ada', '--style', 'x'], /short, long/],
    ['JSON that is none', ['team', 'greet', 'Ada', '--extra', '{'], /not JSON/],
    [
      'a value the schema refuses',
      ['team', 'greet', 'Ada', '--times', '0'],
      /--times must be at least 1\. See "dossier team greet --help"/,
    ],
    ['a missing argument', ['team', 'greet'], /names/],
    [
      'an argument that could have come from a pipe',
      ['lines'],
      /"path" is missing\. See "dossier lines --help"/,
    ],
    ['an argument that is no number', ['lines', 'a.ts', 'x'], /"x" is not a number/],
  ])('%s: status 2 and a sentence', async (_fact, argv, sentence) => {
    expect(await run(...argv)).toBe(2);
    expect(err).toMatch(sentence);
    expect(out).toBe('');
  });

  it('takes numbers as plain arguments', async () => {
    expect(await run('lines', 'a.ts', '12')).toBe(0);
    expect(out).toBe('no a.ts from 12\n');
  });

  it('does not repeat as a note what the text says', async () => {
    await run('lines', 'a.ts');
    expect(err).toBe('');
  });

  it('says of a text from standard input that it is too long, not that it is no JSON', async () => {
    stdin = 'a'.repeat(21);
    expect(await run('lines')).toBe(2);
    expect(err).toContain('"path" must have at most 20 characters');
  });

  it('takes paths from the folder the shell is in', async () => {
    folder = join(process.cwd(), 'src/core');
    await run('lines', 'item.ts');
    expect(out).toBe('no src/core/item.ts from 1\n');
  });

  it('indexes a project that is not, then answers', async () => {
    expect(await run('ask')).toBe(0);
    expect(out).toBe('answer\n');
  });

  it('refuses to read a home folder as if it were a project', async () => {
    home = mkdtempSync(join(tmpdir(), 'dossier-home-'));
    root = home;
    expect(await run('lines', 'a.ts')).toBe(3);
    expect(err).toBe(`dossier: ${home} is not a project. Go to the folder of one, or name it with --root.\n`);
    expect(await run('team', 'greet', 'Ada')).toBe(0);
    expect(await run('--root', home, 'lines', 'a.ts')).toBe(0);
    mkdirSync(join(home, '.git'));
    expect(await run('lines', 'a.ts')).toBe(0);
    rmSync(home, { recursive: true });
  });

  it('maps an error code to its exit status', async () => {
    expect(await run('team', 'greet', 'nobody')).toBe(3);
    expect(err).toBe('dossier: There is nobody. Name somebody.\n');
  });

  it('shows no stack when it was stopped', async () => {
    stop = AbortSignal.abort();
    expect(await run('team', 'greet', 'crash')).toBe(130);
    expect(err).toBe('dossier: broken\n');
  });

  it('shows the stack of an error nobody foresaw', async () => {
    expect(await run('team', 'greet', 'crash')).toBe(1);
    expect(err).toMatch(/TypeError: broken\n\s+at /);
  });

  it('takes a text without quotes', async () => {
    expect(await run('say', 'how', 'is', '--loud', 'this done')).toBe(0);
    expect(out).toBe('how is this done\n');
  });

  it('takes paths from standard input where a hyphen stands for them, and only there', async () => {
    stdin = 'b.ts\nc d.ts\n';
    await run('together', 'a.ts');
    await run('together', 'a.ts', '-');
    expect(out).toBe('a.ts\na.ts + b.ts + c d.ts\n');
    stdin = '';
    expect(await run('together', '-')).toBe(2);
    expect(err).toContain('No path is on standard input');
  });

  it('lists commands under their topics, the flags of every command last', async () => {
    expect(await run('--help')).toBe(0);
    expect(out).toMatch(/\n\nAsk:\n {2}team\b/);
    expect(out.trimEnd().split('\n\n').at(-1)).toMatch(/^Options:\n[\s\S]*--quiet/);
  });

  it('teaches in help', async () => {
    expect(await run('team', 'greet', '--help')).toBe(0);
    expect(out).toContain('--times <n>');
    expect(out).toContain('How often (default: 1)');
    expect(out).toContain('dossier team greet Ada Alan');
    expect(out).toMatch(/--no-comma +Do not put a comma/);
    expect(out).toContain('--budget, --max-tokens <n>');
    expect(await run('--version')).toBe(0);
  });

  it.each(['bash', 'zsh', 'fish'])('completes in %s', async (shell) => {
    expect(await run('completion', shell)).toBe(0);
    expect(out).toContain('greet');
    expect(out).toMatch(/(--|-l )budget/);
    expect(out).toMatch(/(--|-l )times/);
  });

  it('refuses to complete for an unknown shell', async () => {
    expect(await run('completion', 'cmd')).toBe(2);
    expect(err).toContain('bash, zsh, fish');
  });
});
