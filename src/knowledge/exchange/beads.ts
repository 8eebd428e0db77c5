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

/** Priorities run from 0 (critical) to 4. */
const LOWEST_PRIORITY = 4;

/** Beads' `issues.jsonl`: one issue per line, and memories by key if there are any. */
export const beads: ExchangeFormat = {
  read(text) {
    const entries = text
      .split('\n')
      .map((line, index) => ({ line: index + 1, json: line.trim() === '' ? undefined : parseJson(line) }))
      .filter(({ json }) => json !== undefined);
    if (!entries.some(({ json }) => isJson(json) && (isIssue(json) || isMemory(json)))) return undefined;
    const skipped: { line: number; reason: string }[] = [];
    const memories = entries.flatMap(({ line, json }) => {
      const content = isJson(json) ? contentOf(json) : '';
      if (isJson(json) && content !== '' && textOf(json, 'status') !== 'tombstone')
        return [fromIssue(json, content)];
      skipped.push({ line, reason: content === '' ? 'neither an issue nor a memory' : 'a deleted issue' });
      return [];
    });
    return { memories, skipped };
  },
  write: (memories) =>
    memories
      .map(({ id, body }) => {
        const time = new Date(body.validFrom).toISOString();
        return `${JSON.stringify({
          id,
          title: body.content.split('\n')[0]?.slice(0, 200) ?? '',
          description: body.content,
          status: body.status === 'current' ? 'open' : 'closed',
          priority: Math.round((1 - body.importance) * LOWEST_PRIORITY),
          issue_type: body.category === 'error' ? 'bug' : 'task',
          labels: [body.category, ...body.tags],
          created_at: time,
          updated_at: time,
        })}\n`;
      })
      .join(''),
};

const isIssue = (json: Json) => textOf(json, 'title') !== '' && ('issue_type' in json || 'priority' in json);
const isMemory = (json: Json) => json['_type'] === 'memory';

function contentOf(json: Json): string {
  if (isMemory(json)) return [textOf(json, 'key'), textOf(json, 'value')].filter(Boolean).join(': ');
  if (!isIssue(json)) return '';
  const title = textOf(json, 'title');
  const described = textOf(json, 'description');
  const parts = [described.startsWith(title) ? '' : title, described, textOf(json, 'close_reason')];
  return parts.filter(Boolean).join('\n') || title;
}

function fromIssue(json: Json, content: string) {
  const priority = json['priority'];
  const labels = listOf(json['labels']);
  const at = timeOf(json['created_at']);
  const input = {
    content,
    category: categoryOf(textOf(json, 'issue_type'), labels),
    ...(typeof priority === 'number' && {
      importance: Math.min(1, Math.max(0, 1 - priority / LOWEST_PRIORITY)),
    }),
    tags: [...labels, 'beads'],
  };
  return { input: bounded(input), ...(at !== undefined && { at }) };
}

function categoryOf(type: string, labels: readonly string[]): 'error' | 'decision' | 'context' {
  if (type === 'bug') return 'error';
  return labels.includes('decision') || type === 'decision' ? 'decision' : 'context';
}
