import { homedir } from 'node:os';
import type { Engine } from '../core/engine.ts';
import { escapeControls, escapeLine } from '../core/text/escape-controls.ts';
import type { ExtraCommand } from '../interfaces/cli/build-program.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import { agentProcess } from '../interfaces/hooks/agent-process.ts';
import { hookLogPath } from '../interfaces/hooks/hook-log.ts';
import type { InitOptions } from '../interfaces/setup/run-init.ts';
import { initRecordPath, openEngine, stateFolder } from '../open-engine.ts';
import { sessionOfProcess } from '../sessions/agent-sessions.ts';
import { boundMemory, DEFAULT_MEMORY, megabytes } from './bound-memory.ts';
import type { Opening } from './greet-client.ts';
import { optionsOf } from './options-of.ts';
import { packageVersion } from './package-version.ts';
import { report } from './report.ts';
import { wholeNumber } from './whole-number.ts';

interface Program {
  readonly build: string;
  /** What an MCP client was told already. */
  readonly opening: Opening | undefined;
}

/** Commands that connect Dossier to agents: set-up, MCP server, hooks. */
export function agentCommands(signal: AbortSignal, program: Program): readonly ExtraCommand[] {
  return [
    initCommand,
    doctorCommand,
    mcpCommand(signal, program),
    hookCommand(program),
    hooksCommand,
    helperCommand(signal, program),
  ];
}

const initCommand: ExtraCommand = {
  name: 'init',
  topic: 'Agents and servers',
  summary: 'Set up the agents on this machine to use Dossier',
  configure: (command, globals) =>
    command
      .option('--agents <a,b>', 'Only these agents, found or not, for example claude,codex', commaList)
      .option('--dry-run', 'Show what it would write, and stop', false)
      .option('--yes', 'Write without asking', false)
      .option('--undo', 'Restore every file', false)
      .option('--no-hooks', 'Write no hooks')
      .option('--no-instructions', 'Leave AGENTS.md, CLAUDE.md and GEMINI.md alone')
      .addHelpText(
        'after',
        '\nExamples:\n  # See what it would do\n  dossier init --dry-run\n  # Take it back\n  dossier init --undo',
      )
      .action(async (flags: InitOptions) => {
        const { runInit } = await import('../interfaces/setup/run-init.ts');
        const engine = openEngine(optionsOf(globals()));
        await runInit(
          {
            place: placeOf(engine.root),
            recordPath: initRecordPath(engine),
            write: (text) => process.stdout.write(escapeControls(text)),
            ask: process.stdin.isTTY ? ask : undefined,
          },
          flags,
        );
      }),
};

const doctorCommand: ExtraCommand = {
  name: 'doctor',
  topic: 'Agents and servers',
  summary: 'Check the set-up, store, index and agents, and say how to fix what is wrong',
  configure: (command, globals) =>
    command
      .addHelpText('after', '\nExamples:\n  # When something fails\n  dossier doctor')
      .action(async () => {
        const { runDoctor } = await import('../interfaces/setup/run-doctor.ts');
        await runDoctor({
          open: () => openEngine(optionsOf(globals())),
          placeOf,
          hookLog: hookLogPath(stateFolder()),
          nodeVersion: process.versions.node,
          clock: Date.now,
          write: (text) => process.stdout.write(escapeControls(text)),
          json: globals().json === true,
        });
      }),
};

function mcpCommand(signal: AbortSignal, program: Program): ExtraCommand {
  return {
    name: 'mcp',
    topic: 'Agents and servers',
    summary: 'Serve an agent over the Model Context Protocol on standard input and output',
    configure: (command, globals) =>
      command
        .option('--memory <MB>', 'Megabytes the server may take', megabytes, DEFAULT_MEMORY)
        .addHelpText(
          'after',
          '\nExamples:\n  # Add it to an agent\n  dossier init\n  claude mcp add dossier -- dossier mcp',
        )
        .action(({ memory }: { readonly memory: number }) =>
          serveAgent(globals(), memory, { signal, ...program }),
        ),
  };
}

/** Of a client's name, which begins its session's. */
const LONGEST_CLIENT = 40;

async function serveAgent(
  given: Globals,
  memory: number,
  { signal, build, opening }: Program & { readonly signal: AbortSignal },
): Promise<void> {
  const [{ serveMcp }, { createProjectSet }, { operations }, { keepIndexed }, { indexLikelyFirst }] =
    await Promise.all([
      import('../interfaces/mcp/serve-mcp.ts'),
      import('../interfaces/mcp/project-set.ts'),
      import('../operations/registry.ts'),
      import('../indexing/keep-indexed.ts'),
      import('../search/index-likely-first.ts'),
    ]);
  const engines: Engine[] = [];
  const folder = given.root ?? process.cwd();
  const projects = createProjectSet({
    folder,
    openProject: (folder) => {
      const engine = openEngine({ ...optionsOf(given), folder, ...(given.root && { root: folder }) });
      engines.push(engine);
      return engine;
    },
    keepIndexed: (engine) => keepIndexed(engine, { clock: Date.now, report, indexLikelyFirst }),
  });
  boundMemory(memory, () => engines);
  // --root decides; without it the client's roots do.
  const followRoots = given.root === undefined;
  // Hooks record the session of the agent's process; without hooks each connection is a session.
  const connection = `${process.pid}-${Date.now().toString(36)}`;
  const session = async (engine: Engine, client = 'mcp') =>
    (await sessionOfProcess(engine, agentProcess(process.ppid), Date.now())) ??
    `${client.replaceAll(/[^\w.-]+/g, '-').slice(0, LONGEST_CLIENT)}-${connection}`;
  const serving = serveMcp(
    {
      version: packageVersion(),
      operations,
      projects,
      clock: Date.now,
      report,
      followRoots,
      shared: false,
      session,
    },
    { signal, ...opening },
  );
  // The client comes first.
  const [{ servePrivateSocket }, { createAnswerer }] = await Promise.all([
    import('./serve-private-socket.ts'),
    import('./answer-request.ts'),
  ]);
  const answerer = createAnswerer(given, (engine) => engines.push(engine));
  const server = servePrivateSocket({ build, globals: given, folder }, { answer: answerer.answer, report });
  await serving;
  await server.close();
  await answerer.close();
}

const hookCommand = ({ build }: Program): ExtraCommand => ({
  name: 'hook',
  topic: 'Agents and servers',
  summary: 'Answer an agent hook: JSON on standard input, context on standard output',
  configure: (command, globals) =>
    command.argument('[event]', 'Name of the event, for agents that do not send it').action(async () => {
      // main.ts runs hooks itself; this command is here for the help.
      const { runHookProcess } = await import('./run-hook-process.ts');
      await runHookProcess(command.args, { globals: globals(), build });
    }),
});

function helperCommand(signal: AbortSignal, { build }: Program): ExtraCommand {
  return {
    name: 'helper',
    topic: 'Agents and servers',
    summary: 'Answer the next questions about a large project sooner (started by itself, ends by itself)',
    configure: (command, globals) =>
      command
        .addHelpText('after', '\nExamples:\n  # Have none started\n  export DOSSIER_HELPER_SECONDS=0')
        .action(async () => {
          const { runHelper } = await import('./run-helper.ts');
          await runHelper(globals(), { build, signal });
        }),
  };
}

const hooksCommand: ExtraCommand = {
  name: 'hooks',
  topic: 'Agents and servers',
  summary: 'Show what the hooks did',
  configure: (command) =>
    command
      .helpCommand(false)
      .command('log')
      .description('Print the latest hook calls and their errors')
      .option('--lines <n>', 'How many lines', wholeNumber, 50)
      .addHelpText('after', '\nExamples:\n  # When an agent got no context\n  dossier hooks log --lines 20')
      .action(async ({ lines }: { readonly lines: number }) => {
        const { readHookLog } = await import('../interfaces/hooks/hook-log.ts');
        const found = readHookLog(hookLogPath(stateFolder()), lines);
        process.stdout.write(
          found.length === 0
            ? `No hook has run yet: ${hookLogPath(stateFolder())} is empty.\n`
            : `${found.map(escapeLine).join('\n')}\n`,
        );
      }),
};

function placeOf(root: string) {
  const program = [process.execPath, process.argv[1] ?? ''];
  return { root, home: homedir(), path: process.env['PATH'] ?? '', program };
}

function commaList(text: string): readonly string[] {
  return text.split(',').filter((part) => part.trim() !== '');
}

async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}
