import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const output = join(here, '../../node_modules/.cache/dossier-faults');

/** Compiles a program of ./programs, so that a plain Node process can run it. */
export async function compileProgram(name: string): Promise<string> {
  const file = `${name}-${process.pid}.mjs`;
  await build({
    configFile: false,
    logLevel: 'error',
    root: here,
    build: {
      ssr: join(here, 'programs', `${name}.ts`),
      outDir: output,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: file } },
    },
  });
  return join(output, file);
}

export interface RunningProgram {
  readonly process: ChildProcess;
  /** Exit code (null when killed) and everything it said. */
  finished(): Promise<{ readonly code: number | null; readonly said: string }>;
  /** Resolves when the program has printed the text. */
  printed(text: string): Promise<void>;
}

export function startProgram(path: string, ...values: readonly string[]): RunningProgram {
  const child = spawn(process.execPath, [path, ...values], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      for (const listener of listeners) listener();
    });
  }
  const closed = once(child, 'close');
  return {
    process: child,
    async finished() {
      await closed;
      return { code: child.exitCode, said };
    },
    async printed(text) {
      const found = new Promise<void>((resolve) => {
        const look = () => said.includes(text) && resolve();
        listeners.add(look);
        look();
      });
      await Promise.race([
        found,
        closed.then(() => Promise.reject(new Error(`The program ended without printing ${text}: ${said}`))),
      ]);
    },
  };
}
