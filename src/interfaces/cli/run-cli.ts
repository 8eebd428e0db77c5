import { type Command, CommanderError } from 'commander';
import { z } from 'zod';
import type { Engine } from '../../core/engine.ts';
import { DossierError, errorMessage } from '../../core/errors.ts';
import { escapeControls, escapeFields, escapeLine } from '../../core/text/escape-controls.ts';
import { maskSecretsIn } from '../../core/text/mask-secrets.ts';
import { safeLine } from '../../core/text/safe-line.ts';
import type { Operation } from '../../operations/operation.ts';
import { questionOf } from '../../operations/question-of.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { answerFromIndex } from './answer-from-index.ts';
import { buildProgram, type ExtraCommand } from './build-program.ts';
import { completionScript, SHELLS } from './completion.ts';
import { EXIT_STATUS } from './exit-status.ts';
import { flagsOf } from './flags.ts';
import { type Globals, readCommandLine } from './global-flags.ts';
import { pathsFromHere } from './paths-from-here.ts';
import { refuseNoProject } from './refuse-no-project.ts';
import { type ProgressOutput, showProgress } from './show-progress.ts';

/** The process as the command line sees it; tests pass their own. */
interface Terminal {
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly stderr: ProgressOutput;
  /** All of standard input, or undefined if it is a terminal. */
  readonly readStdin: () => Promise<string | undefined>;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** The shell's working folder. */
  readonly folder: string;
  readonly home: string;
}

interface CliParts {
  readonly version: string;
  /** The operations whose names start with the word, or all: building every schema takes longer than many answers. */
  readonly operations: (word: string | undefined) => Promise<readonly Operation[]>;
  readonly terminal: Terminal;
  readonly openEngine: (globals: Globals) => Promise<Engine>;
  /** Starts a process that indexes the project after this one has answered; if absent, questions wait for the index. */
  readonly indexInBackground?: (globals: Globals) => Promise<void>;
  /** Called when a question about the project's files was answered and printed, with the project still open. */
  readonly onAnswered?: (engine: Engine, globals: Globals) => Promise<void>;
  /** Servers and the like, added by main.ts. */
  readonly extras: readonly ExtraCommand[];
}

/** Runs one command line and returns the exit status. */
export async function runCli(argv: readonly string[], parts: CliParts): Promise<number> {
  const { terminal } = parts;
  const completion: ExtraCommand = {
    name: 'completion',
    topic: 'Agents and servers',
    summary: 'Print a shell completion script',
    configure: (command) =>
      command
        .argument('<shell>', SHELLS.join(', '))
        .addHelpText('after', '\nExamples:\n  # Complete in this bash\n  source <(dossier completion bash)')
        .action((name: string) => {
          const shell = SHELLS.find((candidate) => candidate === name);
          if (shell === undefined)
            throw new DossierError(
              'invalid-input',
              `No completion for "${name}". Choose one of ${SHELLS.join(', ')}.`,
            );
          terminal.stdout.write(completionScript(program, shell));
        }),
  };
  let running: Operation | undefined;
  const { command } = readCommandLine(argv);
  // A server or the set-up needs no operation's flags; deriving all of them takes longer than its start.
  const isExtra = parts.extras.some(({ name }) => name === command);
  const program = buildProgram(
    isExtra ? [] : await parts.operations(command),
    [...parts.extras, completion],
    parts.version,
    (operation, input, globals) => {
      running = operation;
      return perform(operation, input, globals, parts);
    },
  );
  exitByError(program, terminal);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_STATUS['invalid-input'];
    terminal.stderr.write(`dossier: ${safeLine(messageFor(error, running))}\n`);
    if (error instanceof DossierError) return EXIT_STATUS[error.code];
    // Code interrupted by the user fails with errors of its own.
    if (terminal.signal.aborted) return EXIT_STATUS.cancelled;
    // A system error names the file and the reason.
    if (error instanceof Error && 'syscall' in error) return EXIT_STATUS.unavailable;
    if (error instanceof Error && error.stack !== undefined)
      terminal.stderr.write(`${escapeControls(maskSecretsIn(error.stack).text)}\n`);
    return EXIT_STATUS.internal;
  }
}

/** Words a schema's refusal for the command line: the flag instead of the field, and where flags are described. */
function messageFor(error: unknown, operation: Operation | undefined): string {
  const message = errorMessage(error);
  const refused = error instanceof DossierError && error.cause instanceof z.ZodError;
  if (!refused || operation === undefined) return message;
  const flags = new Map(flagsOf(operation).map(({ field, long }) => [field, long]));
  for (const field of operation.positionals ?? []) flags.delete(field);
  const named = message.replace(/"(\w+)"/g, (quoted, field) => flags.get(field) ?? quoted);
  return `${named} See "dossier ${operation.name} --help".`;
}

async function perform(
  operation: Operation,
  given: Record<string, unknown>,
  globals: Globals,
  { terminal, openEngine, operations, indexInBackground, onAnswered }: CliParts,
): Promise<void> {
  const read = await withStdin(operation, await withPathsFromStdin(operation, given, terminal), terminal);
  const engine = await openEngine(globals);
  const elsewhere = operation.asksElsewhere === undefined ? undefined : read[operation.asksElsewhere];
  const usesIndex = operation.usesIndex === true && elsewhere === undefined;
  const readsFiles = usesIndex || (operation.pathFields !== undefined && elsewhere === undefined);
  if (readsFiles && globals.root === undefined) refuseNoProject(engine.root, terminal.home);
  const input = pathsFromHere(read, operation.pathFields ?? [], {
    folder: terminal.folder,
    root: engine.root,
  });
  const progress = showProgress(terminal.stderr, terminal.clock);
  const context = {
    now: terminal.clock(),
    signal: terminal.signal,
    progress: globals.quiet === true ? () => undefined : progress.report,
  };
  const question = questionOf(operation, input);
  try {
    const output = await answerFromIndex({
      engine,
      ask: () => runOperation(engine, operation, input, context),
      index: async () => {
        const index = (await operations('index')).find(({ name }) => name === 'index');
        if (index === undefined) return undefined;
        return runOperation(engine, index, {}, { ...context, forQuestion: true });
      },
      note: (sentence) => globals.quiet !== true && terminal.stderr.write(`note: ${safeLine(sentence)}\n`),
      usesIndex,
      early:
        !usesIndex ||
        question === undefined ||
        indexInBackground === undefined ||
        !engine.config.index.background
          ? undefined
          : { question, ...context, indexRest: () => indexInBackground(globals) },
    });
    progress.clear();
    const text = globals.json === true ? JSON.stringify(output, null, 2) : printed(operation, output);
    const safe = globals.json === true || terminal.stdout.isTTY === true ? escapeControls(text) : text;
    if (safe !== '') terminal.stdout.write(safe.endsWith('\n') ? safe : `${safe}\n`);
    if (globals.json !== true && globals.quiet !== true) {
      const unprinted = warningsOf(output).filter((warning) => !text.includes(escapeLine(warning)));
      for (const warning of unprinted) terminal.stderr.write(`note: ${safeLine(warning)}\n`);
    }
    if (usesIndex) await onAnswered?.(engine, globals);
  } finally {
    progress.clear();
    await engine.close();
  }
}

/** Names and titles may come from anyone, so they are escaped and kept on one line; documents keep theirs. */
function printed(operation: Operation, output: unknown): string {
  return operation.print(escapeFields(output, new Set(operation.documents)));
}

async function withStdin(
  operation: Operation,
  given: Record<string, unknown>,
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  const field = operation.stdin;
  if (field === undefined || given[field] !== undefined) return given;
  const text = await terminal.readStdin();
  if (text === undefined || text.trim() === '') return given;
  return { ...given, [field]: valueFromText(operation, field, text) };
}

/** `-` among the paths stands for those on standard input, a line each. */
async function withPathsFromStdin(
  { pathFields = [], positionals = [] }: Operation,
  given: Record<string, unknown>,
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  const field = positionals.find((name) => pathFields.includes(name) && Array.isArray(given[name]));
  const paths: unknown = field === undefined ? undefined : given[field];
  if (field === undefined || !Array.isArray(paths) || !paths.includes('-')) return given;
  const text = await terminal.readStdin();
  const named = (text ?? '').split(/\r?\n|\0/).filter((path) => path !== '');
  if (named.length === 0)
    throw new DossierError(
      'invalid-input',
      'No path is on standard input, which "-" stands for: pipe some in.',
    );
  return { ...given, [field]: paths.flatMap((path: unknown) => (path === '-' ? named : [path])) };
}

/** A text field takes the text as it is; other fields take JSON. */
function valueFromText(operation: Operation, field: string, text: string): unknown {
  if (flagsOf(operation).some((flag) => flag.field === field && flag.kind === 'string')) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DossierError(
      'invalid-input',
      `Standard input is not JSON (${errorMessage(error)}). ${operation.name} reads "${field}" from it; see "dossier ${operation.name} --help".`,
    );
  }
}

function warningsOf(output: unknown): readonly string[] {
  if (typeof output !== 'object' || output === null || !('warnings' in output)) return [];
  return Array.isArray(output.warnings)
    ? output.warnings.filter((warning) => typeof warning === 'string')
    : [];
}

/** Commander puts its suggestion on a line of its own. */
const SUGGESTION = /\n(\(Did you mean [^\n]*\))$/;

/** A refusal of Commander, worded as our own are. */
function worded(sentence: string): string {
  const said = sentence
    .trimEnd()
    .replace(/^error: /, 'dossier: ')
    .replace(SUGGESTION, ' $1');
  return /unknown command/.test(said) && !said.endsWith(')')
    ? `${said}. To ask a question: dossier query "…".`
    : said;
}

function exitByError(program: Command, terminal: Terminal): void {
  const configure = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.stdout.write(escapeControls(text)),
      writeErr: (text) => terminal.stderr.write(escapeControls(text)),
      outputError: (sentence, write) => write(`${safeLine(worded(sentence))}\n`),
    });
    for (const child of command.commands) configure(child);
  };
  configure(program);
}
