import { errorMessage } from '../core/errors.ts';
import type { Parser } from '../core/parser.ts';
import type { PreparedFile, SourceReader } from '../core/ports.ts';
import { indexFile } from './index-file.ts';
import type { ProjectPaths } from './project-paths.ts';
import { isGeneratedText } from './skip-rules.ts';

interface PrepareParts {
  readonly reader: SourceReader;
  readonly parser: Parser;
  /** The project's paths, to resolve imports. */
  readonly paths: ProjectPaths;
}

/** Turns a file on disk into what the store keeps. A bad file never stops a run: it is skipped with the reason. */
export async function prepareFile(
  { reader, parser, paths }: PrepareParts,
  path: string,
): Promise<PreparedFile> {
  try {
    const stat = await reader.stat(path);
    if (typeof stat === 'string') return { status: 'skipped', reason: stat };
    const source = await reader.read(path, { isGenerated: isGeneratedText });
    if (typeof source === 'string') return { status: 'skipped', reason: source, stat };
    const text = source.lines.join('\n');
    const parsed = await parser.parse(path, text);
    const file = indexFile(source, { parsed, text, paths });
    return { status: 'indexed', file, maskedLines: source.maskedLines };
  } catch (error) {
    return { status: 'skipped', reason: 'failed', detail: errorMessage(error) };
  }
}
