import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** For what several test files need and takes long to make. */
    readonly sharedFolder: string;
  }
}

/** Makes the shared folder before the first test file and removes it after the last. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-e2e-shared-'));
  project.provide('sharedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
