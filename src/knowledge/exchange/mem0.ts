import { MEMORY_CATEGORIES } from '../../core/vocabulary.ts';
import {
  bounded,
  type ExchangeFormat,
  isJson,
  type Json,
  listOf,
  parseJson,
  textOf,
  timeOf,
} from './exchange-format.ts';

/** mem0's "get all" response: a list of memories, alone or under `results` or `memories`. */
export const mem0: ExchangeFormat = {
  read(text) {
    const json = parseJson(text);
    const list = Array.isArray(json)
      ? json
      : isJson(json)
        ? (json['results'] ?? json['memories'])
        : undefined;
    if (!Array.isArray(list) || !list.some((entry) => isJson(entry) && 'memory' in entry)) return undefined;
    const skipped: { line: number; reason: string }[] = [];
    const memories = list.flatMap((entry: unknown, index: number) => {
      const content = isJson(entry) ? textOf(entry, 'memory') : '';
      if (isJson(entry) && content !== '') return [fromEntry(entry, content)];
      skipped.push({ line: index + 1, reason: 'a memory without a text' });
      return [];
    });
    return { memories, skipped };
  },
  write: (memories) =>
    `${JSON.stringify(
      {
        results: memories.map(({ id, body }) => ({
          id,
          memory: body.content,
          ...(body.author !== undefined && { user_id: body.author }),
          ...(body.session !== undefined && { run_id: body.session }),
          metadata: { category: body.category, importance: body.importance, files: body.files },
          categories: body.tags,
          created_at: new Date(body.validFrom).toISOString(),
        })),
      },
      undefined,
      2,
    )}\n`,
};

function fromEntry(entry: Json, content: string) {
  const metadata = isJson(entry['metadata']) ? entry['metadata'] : {};
  const named = textOf(metadata, 'category', 'type');
  const importance = metadata['importance'];
  const [author, session] = [textOf(entry, 'user_id', 'agent_id'), textOf(entry, 'run_id')];
  const at = timeOf(entry['created_at']);
  const input = {
    content,
    category: MEMORY_CATEGORIES.find((category) => category === named) ?? 'fact',
    ...(typeof importance === 'number' && importance >= 0 && importance <= 1 && { importance }),
    tags: listOf(entry['categories']),
    files: listOf(metadata['files']),
    ...(author !== '' && { author }),
    ...(session !== '' && { session }),
  };
  return { input: bounded(input), ...(at !== undefined && { at }) };
}
