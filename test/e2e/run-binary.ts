import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const binary = join(dirname(fileURLToPath(import.meta.url)), '../../dist/main.cjs');

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary folder with its own cache, so that runs never share a store by accident. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'dossier-e2e-'));
}

/** Runs the built binary as a user would. */
export function runBinary(
  args: readonly string[],
  options: { cwd: string; stdin?: string; environment?: Record<string, string> },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [binary, ...args], {
      cwd: options.cwd,
      env: { ...process.env, XDG_CACHE_HOME: join(options.cwd, '.cache-of-test'), ...options.environment },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin.end(options.stdin ?? '');
  });
}
