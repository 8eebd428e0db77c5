import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import { exportForeign, importForeign } from '../../src/knowledge/exchange/exchange-memories.ts';
import { FOREIGN_FORMATS, FOREIGN_NAMES } from '../../src/knowledge/exchange/formats.ts';
import { memoryInputSchema } from '../../src/knowledge/memories/memory.ts';
import { listMemories } from '../../src/knowledge/memories/recall.ts';
import { remember } from '../../src/knowledge/memories/remember.ts';
import { importKnowledge } from '../../src/knowledge/transfer.ts';
import { NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeEach(() => {
  engine = openTestEngine();
});
afterEach(() => engine.close());

const listed = async (from: Engine) =>
  (await listMemories(from, { status: 'current', categories: [], limit: 100, offset: 0 }))
    .map(({ body }) => ({ content: body.content, category: body.category }))
    .sort((a, b) => (a.content < b.content ? -1 : 1));

const KNOWN = [
  { content: 'Invoices are never deleted', category: 'decision', importance: 1, tags: ['billing'] },
  { content: 'The importer fails on a byte order mark', category: 'error' },
  { content: 'The database listens on port 5432', category: 'fact', files: ['config/db.ts'] },
];

describe.each(FOREIGN_NAMES)('memories as %s', (format) => {
  it('are written and read back with their texts, and a second time nothing is added', async () => {
    for (const [index, input] of KNOWN.entries())
      await remember(engine, memoryInputSchema.parse(input), { now: NOW + index });
    const { text, records } = await exportForeign(engine, format, NOW);
    expect(records).toBe(3);
    const other = openTestEngine();
    try {
      expect(await importForeign(other, text, { now: NOW })).toMatchObject({
        imported: 3,
        unchanged: 0,
        skipped: [],
      });
      expect((await listed(other)).map(({ content }) => content)).toEqual(
        (await listed(engine)).map(({ content }) => content),
      );
      expect(await importForeign(other, text, { now: NOW })).toMatchObject({ imported: 0, unchanged: 3 });
    } finally {
      await other.close();
    }
  });

  it('are refused with a sentence where the text is something else', async () => {
    await expect(importForeign(engine, 'neither nor', { format, now: NOW })).rejects.toThrow(
      `not what ${format} writes`,
    );
  });

  it.each([
    '',
    '{',
    '[]',
    '{}',
    '{"observations":[null,1]}',
    '{"results":[{"memory":""}]}',
    '# ',
    '{"title":"x","priority":{}}',
  ])('read %s without an error', (text) => {
    expect(() => FOREIGN_FORMATS[format].read(text)).not.toThrow();
  });
});

describe('what other programs write', () => {
  it('claude-mem: observations with their concepts and files, and what a summary learnt', async () => {
    const text = JSON.stringify({
      exportedAt: '2026-11-10T00:00:00.000Z',
      query: '',
      observations: [
        {
          id: 7,
          type: 'bugfix',
          title: 'Upload retries doubled rows',
          narrative: 'The handler was not idempotent; a request id now guards it.',
          concepts: '["problem-solution"]',
          files_read: '["src/upload.ts"]',
          files_modified: '["/home/u/p/src/handler.ts"]',
          created_at_epoch: Date.UTC(2026, 10, 9),
        },
        { id: 8, type: 'discovery', title: '' },
      ],
      summaries: [
        { learned: 'Staging shares its queue with the nightly job.', created_at_epoch: 1_760_000_000_000 },
      ],
    });
    expect(await importForeign(engine, text, { now: NOW })).toMatchObject({
      imported: 2,
      skipped: [{ line: 2 }],
    });
    const [first] = await listMemories(engine, {
      status: 'current',
      categories: ['error'],
      limit: 5,
      offset: 0,
    });
    expect(first?.body).toMatchObject({
      content: 'Upload retries doubled rows. The handler was not idempotent; a request id now guards it.',
      tags: ['problem-solution'],
      files: ['src/upload.ts'],
      validFrom: Date.UTC(2026, 10, 9),
    });
  });

  it('mem0: memories with user and categories', async () => {
    const text = JSON.stringify({
      count: 1,
      results: [
        {
          id: '0a1b',
          memory: 'Prefers morning meetings',
          user_id: 'dev',
          metadata: { type: 'preference' },
          categories: ['habits'],
          created_at: '2026-10-01T08:00:00-07:00',
        },
      ],
    });
    await importForeign(engine, text, { now: NOW });
    const [first] = await listMemories(engine, { status: 'all', categories: [], limit: 5, offset: 0 });
    expect(first?.body).toMatchObject({
      content: 'Prefers morning meetings',
      category: 'preference',
      author: 'dev',
      tags: ['habits'],
    });
  });

  it('beads: issues by priority, memories by key, nothing deleted', async () => {
    const text = [
      {
        id: 'bd-1',
        title: 'Lock order deadlocks',
        description: 'Take the table lock first.',
        status: 'closed',
        priority: 1,
        issue_type: 'bug',
        labels: ['db'],
        close_reason: 'Fixed by ordering',
      },
      { id: 'bd-2', title: 'Gone', status: 'tombstone', priority: 2, issue_type: 'task' },
      { _type: 'memory', key: 'deploys', value: 'only from main' },
    ]
      .map((issue) => JSON.stringify(issue))
      .join('\n');
    expect(await importForeign(engine, text, { now: NOW })).toMatchObject({
      imported: 2,
      skipped: [{ line: 2, reason: 'a deleted issue' }],
    });
    expect(await listed(engine)).toEqual([
      { content: 'Lock order deadlocks\nTake the table lock first.\nFixed by ordering', category: 'error' },
      { content: 'deploys: only from main', category: 'context' },
    ]);
  });

  it('AGENTS.md: each rule with its heading; fences stay with their paragraph, comments go', async () => {
    const text = [
      '# Working here',
      '<!-- generated -->',
      '## Tests',
      '- Run `uv run pytest`, never bare pytest',
      '- Database tests need Redis:',
      '  start it with make redis',
      '',
      'Set up everything with',
      '```sh',
      'make setup',
      '',
      'make seed',
      '```',
      '## Style',
      'Commands:',
    ].join('\n');
    await importForeign(engine, text, { now: NOW });
    expect((await listed(engine)).map(({ content }) => content)).toEqual([
      'Tests: Database tests need Redis:\n  start it with make redis',
      'Tests: Run `uv run pytest`, never bare pytest',
      'Tests: Set up everything with\n```sh\nmake setup\n\nmake seed\n```',
    ]);
  });

  it('our own lines are left to the import of records', async () => {
    await remember(engine, memoryInputSchema.parse({ content: 'Invoices are never deleted' }), { now: NOW });
    const line = JSON.stringify({ kind: 'memory', id: 'mem-1', updatedAt: 1, body: {} });
    expect(await importForeign(engine, line, { now: NOW })).toBeUndefined();
    await expect(importKnowledge(engine, line)).rejects.toThrow('None of the lines');
  });
});
