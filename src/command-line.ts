import { readFileSync } from 'node:fs';
import type { ExtraCommand, Globals } from './interfaces/cli/build-program.ts';
import { runCli } from './interfaces/cli/run-cli.ts';
import { openEngine } from './open-engine.ts';
import { operations } from './operations/registry.ts';

/** Runs one command line of this process and answers with its exit status. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The first asks the operation to stop cleanly; a second one ends the process at once.
    process.once(signal, () => cancel.abort());
  }
  return runCli(argv, {
    version: packageVersion(),
    operations,
    terminal: {
      stdout: process.stdout,
      stderr: process.stderr,
      readStdin,
      clock: Date.now,
      signal: cancel.signal,
    },
    openEngine: async (globals) => openEngine(optionsOf(globals)),
    extras: [mcpCommand(cancel.signal)],
  });
}

function optionsOf({ root, config, store, owner, project }: Globals) {
  return {
    ...(root === undefined ? {} : { root }),
    ...(config === undefined ? {} : { configFile: config }),
    settings: { store, owner, project },
  };
}

function mcpCommand(signal: AbortSignal): ExtraCommand {
  return {
    name: 'mcp',
    summary: 'Serve an agent over the Model Context Protocol on standard input and output',
    configure: (command, globals) =>
      command
        .addHelpText(
          'after',
          '\nExamples:\n  # Add it to an agent\n  dossier init\n  claude mcp add dossier -- dossier mcp',
        )
        .action(async () => {
          const [{ serveMcp }, { createProjectSet }] = await Promise.all([
            import('./interfaces/mcp/serve-mcp.ts'),
            import('./interfaces/mcp/project-set.ts'),
          ]);
          const given = globals();
          const report = (sentence: string) => process.stderr.write(`dossier: ${sentence}\n`);
          const projects = createProjectSet({
            folder: given.root ?? process.cwd(),
            openProject: (folder) =>
              openEngine({ ...optionsOf(given), folder, ...(given.root && { root: folder }) }),
          });
          // A root given by hand is meant; otherwise the client's roots choose.
          const followRoots = given.root === undefined;
          await serveMcp(
            { version: packageVersion(), operations, projects, clock: Date.now, report, followRoots },
            { signal },
          );
        }),
  };
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '';
}

async function readStdin(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) text += part;
  return text;
}
