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

const CATEGORIES: Readonly<Record<string, 'decision' | 'error' | 'fact' | 'context'>> = {
  decision: 'decision',
  bugfix: 'error',
  discovery: 'fact',
};

/** claude-mem's JSON export: observations, and what session summaries say was learnt. */
export const claudeMem: ExchangeFormat = {
  read(text) {
    const json = parseJson(text);
    if (!isJson(json) || !Array.isArray(json['observations'])) return undefined;
    const skipped: { line: number; reason: string }[] = [];
    const observations = json['observations'].flatMap((entry: unknown, index: number) => {
      const memory = isJson(entry) ? fromObservation(entry) : undefined;
      if (memory === undefined) skipped.push({ line: index + 1, reason: 'an observation without a text' });
      return memory ?? [];
    });
    const summaries = (Array.isArray(json['summaries']) ? json['summaries'] : []).filter(isJson);
    const learnt = summaries.flatMap((summary) => {
      const content = textOf(summary, 'learned');
      return content === '' ? [] : [memoryOf(summary, { content, category: 'context', tags: ['summary'] })];
    });
    return { memories: [...observations, ...learnt], skipped };
  },
  write(memories, now) {
    const observations = memories.map(({ id, body }) => ({
      sdk_session_id: body.session ?? `dossier-${id}`,
      project: '',
      type: Object.keys(CATEGORIES).find((type) => CATEGORIES[type] === body.category) ?? 'change',
      title: body.content.split('\n')[0]?.slice(0, 120) ?? '',
      narrative: body.content,
      facts: '[]',
      concepts: JSON.stringify(body.tags),
      files_read: '[]',
      files_modified: JSON.stringify(body.files),
      created_at: new Date(body.validFrom).toISOString(),
      created_at_epoch: body.validFrom,
    }));
    return `${JSON.stringify(
      {
        exportedAt: new Date(now).toISOString(),
        exportedAtEpoch: now,
        query: '',
        totalObservations: observations.length,
        totalSessions: 0,
        totalSummaries: 0,
        totalPrompts: 0,
        observations,
        sessions: [],
        summaries: [],
        prompts: [],
      },
      undefined,
      2,
    )}\n`;
  },
};

function fromObservation(entry: Json) {
  const title = textOf(entry, 'title');
  const story = textOf(entry, 'narrative', 'text', 'subtitle') || listOf(entry['facts']).join(' ');
  // Most narratives start with the title.
  const content =
    story === '' || story.startsWith(title) ? story || title : [title, story].filter(Boolean).join('. ');
  if (content === '') return undefined;
  return memoryOf(entry, {
    content,
    category: CATEGORIES[textOf(entry, 'type')] ?? 'context',
    tags: listOf(entry['concepts']),
    files: [...listOf(entry['files_modified']), ...listOf(entry['files_read'])],
  });
}

function memoryOf(entry: Json, input: Parameters<typeof bounded>[0]) {
  const at = timeOf(entry['created_at_epoch'] ?? entry['created_at']);
  return { input: bounded(input), ...(at !== undefined && { at }) };
}
