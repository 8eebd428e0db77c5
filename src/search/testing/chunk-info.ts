import type { ChunkInfo } from '../../core/store.ts';

/** A chunk for tests: a test gives only the fields it is about. */
export function chunkInfo(path: string, given: Partial<ChunkInfo> = {}): ChunkInfo {
  const { startLine = 1 } = given;
  return {
    id: `${path}:${startLine}`,
    path,
    language: 'typescript',
    role: 'source',
    startLine,
    endLine: startLine + 9,
    entityType: 'function',
    name: 'sample',
    qualifiedName: 'sample',
    contentHash: '0'.repeat(16),
    ...given,
  };
}
