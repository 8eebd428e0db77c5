import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/interfaces/cli/run-cli.ts';
import { openEngine } from '../../src/open-engine.ts';
import { loadOperations } from '../../src/operations/load-operations.ts';
import { operations } from '../../src/operations/registry.ts';

/** A window title, a colour, a turned direction, a separator, and a line that looks like another answer. */
const EVIL = 'evil\x1b]0;title\x07\x9b31m\u202e\u2066\u2028\x7f\r\nforged  0.99  line';
const OBEYED = /(?!\r\n)[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029]/u;
const FORGED = /^forged/m;

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-terminal-'));
  const root = join(folder, 'project');
  mkdirSync(join(root, `dir ${EVIL}`), { recursive: true });
  writeFileSync(join(root, `dir ${EVIL}`, `${EVIL}.ts`), `/** ${EVIL} */\nexport function parseEvil() {}\n`);
  writeFileSync(join(root, 'plain.ts'), `import './dir';\n// ${EVIL}\nexport const plain = parseEvil();\n`);
  writeFileSync(join(root, 'notes.md'), `# ${EVIL}\n\nparseEvil is described here.\n`);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
  git('init', '-q', '-b', 'evil\u202ebranch');
  git('-c', 'user.name=x', '-c', 'user.email=x@example.org', 'add', '-A');
  const author = 'Evil \x1b]0;author\x07 \u202e';
  git('-c', `user.name=${author}`, '-c', 'user.email=x@example.org', 'commit', '-qm', `Fix ${EVIL}`);
  for (const args of PLANTED) expect(await run(args), args[0]).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(
  args: readonly string[],
  isTTY = true,
  stdin?: string,
): Promise<{ readonly status: number; readonly output: string; readonly errors: string }> {
  let output = '';
  let errors = '';
  const status = await runCli(args, {
    version: '1',
    operations: loadOperations,
    terminal: {
      stdout: {
        isTTY,
        write: (text) => {
          output += text;
        },
      },
      stderr: {
        write: (text) => {
          errors += text;
        },
      },
      readStdin: async () => stdin,
      clock: () => Date.UTC(2026, 10, 16),
      signal: new AbortController().signal,
      folder: join(folder, 'project'),
      home: folder,
    },
    openEngine: async () =>
      openEngine({
        root: join(folder, 'project'),
        folder: join(folder, 'project'),
        store: join(folder, 's.sqlite'),
        environment: { XDG_CACHE_HOME: join(folder, 'cache') },
        settings: { 'embedder.kind': 'none', project: 'evil\u202eproject' },
      }),
    extras: [],
  });
  return { status, output, errors };
}

const PLANTED: readonly (readonly string[])[] = [
  ['index'],
  ['remember', `The parseEvil rule: ${EVIL}`, '--tags', EVIL],
  [
    'experience',
    'start',
    '--domain',
    'debugging',
    '--strategy',
    'read-the-error',
    '--goal',
    EVIL,
    '--hypothesis',
    EVIL,
    '--action',
    EVIL,
    '--prediction',
    EVIL,
  ],
  ['thread', 'create', EVIL],
  ['token', 'create', EVIL],
  ['query', 'parseEvil', '--session', EVIL],
];

/** Every operation, asked about what was planted; wrong input too, for the sentences of errors. */
const ASKED: readonly (readonly string[])[] = [
  ['index'],
  ['status'],
  ['repository', 'add', EVIL],
  ['repository', 'list'],
  ['repository', 'refresh', EVIL],
  ['repository', 'remove', EVIL],
  ['jobs'],
  ['files'],
  ['config'],
  ['projects'],
  ['search', 'parseEvil', '--explain'],
  ['query', 'parseEvil'],
  ['query', 'parseEvil', '--explain'],
  ['query', EVIL],
  ['graph', 'parseEvil'],
  ['graph', EVIL],
  ['read', EVIL],
  ['read', 'plain.ts'],
  ['read', `dir ${EVIL}/${EVIL}.ts`],
  ['pack', 'plain.ts', '--task', EVIL],
  ['prime', '--task', 'parseEvil'],
  ['suggest', 'parseEvil'],
  ['eval', '--questions', '1'],
  ['assemble', 'parseEvil'],
  [
    'assemble-items',
    '--items',
    JSON.stringify([{ id: EVIL, name: EVIL, content: EVIL, source: 'document' }]),
  ],
  ['premortem', EVIL, '--domain', 'debugging'],
  ['premortem', '--domain', EVIL],
  ['values', 'undo'],
  ['cite', `See [cod-1k2j3] ${EVIL}`, '--citations', '[]'],
  ['recall', 'parseEvil rule'],
  ['memory', 'list'],
  ['memory', 'update', EVIL, '--content', EVIL],
  ['memory', 'restore', EVIL],
  ['forget', EVIL],
  ['experience', 'list'],
  ['experience', 'update', EVIL],
  ['experience', 'resolve', EVIL, '--outcome', 'succeeded'],
  ['experience', 'adopt', EVIL],
  ['experience', 'delete', EVIL],
  ['feedback', EVIL],
  ['learn'],
  ['session', 'list'],
  ['session', 'show', EVIL],
  ['session', 'used', EVIL],
  ['session', 'reset', EVIL],
  ['thread', 'list'],
  ['thread', 'show', EVIL],
  ['thread', 'message', EVIL, EVIL],
  ['thread', 'reference', EVIL, '--target', EVIL],
  ['thread', 'rename', EVIL, '--title', EVIL],
  ['thread', 'delete', EVIL],
  ['token', 'list'],
  ['token', 'revoke', EVIL],
  ['export'],
  ['import', EVIL],
  ['migrate', '--to', EVIL],
  ['values', 'list'],
  ['values', 'cluster'],
  ['values', 'propose', EVIL],
  ['values', 'accept', EVIL],
  ['values', 'map'],
  ['values', 'withdraw', EVIL],
  ['experience', 'reopen', EVIL],
  ['inbox', 'capture'],
  ['inbox', 'list'],
  ['inbox', 'accept', EVIL, EVIL],
  ['inbox', 'edit', EVIL, EVIL],
  ['inbox', 'reject', EVIL],
  ['memory', 'sync', '--share'],
  ['erase', '--session', EVIL],
  ['erase', '--text', EVIL, '--preview'],
  [EVIL],
  ['query', '--max-tokens', EVIL],
  [`--${EVIL}`],
];

const isDocument = (args: readonly string[]): boolean =>
  ['query', 'read', 'pack', 'prime', 'assemble', 'assemble-items', 'premortem', 'export'].includes(args[0]!);

describe('what others wrote, on a terminal', () => {
  it('is asked for with every operation', () => {
    const asked = new Set([...PLANTED, ...ASKED].map((args) => args.join(' ')));
    const missing = operations.filter(
      ({ name }) => ![...asked].some((line) => line === name || line.startsWith(`${name} `)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it.each(ASKED.map((args) => [JSON.stringify(args.join(' ')).slice(0, 60), args] as const))(
    'cannot be obeyed or pass for another line: %s',
    async (_name, args) => {
      const { output, errors } = await run(args);
      expect(output + errors).not.toMatch(OBEYED);
      expect(errors).not.toMatch(FORGED);
      if (!isDocument(args)) expect(output).not.toMatch(FORGED);
      const piped = await run(args, false);
      expect(piped.errors).not.toMatch(OBEYED);
      if (!isDocument(args)) expect(piped.output).not.toMatch(FORGED);
      const json = await run(['--json', ...args]);
      expect(json.output).not.toMatch(OBEYED);
    },
    60_000,
  );
});
