import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type OpenProject, openProject } from '../../test/prime/open-project.ts';
import { readUsage } from '../sessions/feedback.ts';
import { cite } from './cite.ts';
import { feedback } from './feedback.ts';
import type { Operation } from './operation.ts';
import { prime } from './prime.ts';
import { runOperation } from './run-operation.ts';
import {
  threadCreate,
  threadDelete,
  threadList,
  threadMessage,
  threadReference,
  threadShow,
} from './threads.ts';
import { tokenCreate, tokenList, tokenRevoke } from './tokens.ts';

let project: OpenProject;
beforeAll(async () => {
  project = await openProject();
});
afterAll(() => project.close());

/** What a person reads after running the operation. */
async function printed<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
): Promise<string> {
  return operation.print(await runOperation(project.engine, operation, input, project.context()));
}

describe('conversations on the command line', () => {
  it('are created, written to, shown, listed and deleted', async () => {
    expect(await printed(threadCreate, { title: 'Move uploads' })).toMatch(
      /^thr-[0-9a-f]{16} {2}move-uploads$/,
    );
    const thread = 'move-uploads';
    expect(await printed(threadMessage, { thread, content: 'see @src/retry.ts', key: 'a' })).toMatch(/^msg-/);
    expect(await printed(threadMessage, { thread, content: 'see @src/retry.ts', key: 'a' })).toContain(
      'already',
    );
    expect(await printed(threadReference, { thread, target: 'docs/' })).toBe(
      '@src/retry.ts  tier 2\n@docs/  tier 1',
    );
    expect(await printed(threadShow, { thread })).toMatch(
      /Move uploads\n@src\/retry\.ts {2}tier 2, mentioned\n@docs\/ {2}tier 1, manual\n\nuser: see @src\/retry\.ts$/,
    );
    expect(await printed(threadList, {})).toContain('Move uploads  (2 references)');
    expect(await printed(threadDelete, { thread })).toBe('deleted, with 1 message');
  });

  it('ask for an id when two have the same name', async () => {
    await printed(threadCreate, { title: 'Twice' });
    project.clock.now++;
    await printed(threadCreate, { title: 'Twice' });
    await expect(printed(threadShow, { thread: 'twice' })).rejects.toThrow(/Several threads.*use an id/);
  });

  it('refuse a reference that names nothing', async () => {
    await printed(threadCreate, { title: 'Nothing' });
    await expect(printed(threadReference, { thread: 'nothing', target: '@' })).rejects.toThrow(
      /names no file/,
    );
  });
});

describe('an answer', () => {
  it('has its used citations listed and counted as useful', async () => {
    const input = { message: 'How does the upload retry?' };
    const turn = await runOperation(project.engine, prime, input, project.context());
    const [first] = turn.citations;
    expect(first).toBeDefined();
    const answer = `As [${first?.id}] shows, and [cod-zzzzz].`;
    const sources = await printed(cite, { answer, citations: turn.citations });
    expect(sources).toContain(`[${first?.id}] `);
    const used = await readUsage(project.engine, [first?.itemId ?? ''], project.clock.now);
    expect(used.get(first?.itemId ?? '')).toMatchObject({ score: 0.1, detail: 'cited 1' });
  });

  it('counts every verdict when many are given at the same moment', async () => {
    const verdicts = Array.from({ length: 8 }, () => printed(feedback, { items: ['chunk-x'] }));
    expect(await Promise.all(verdicts)).toEqual(Array(8).fill('recorded 1'));
    const used = await readUsage(project.engine, ['chunk-x'], project.clock.now);
    expect(used.get('chunk-x')?.detail).toBe('useful 8');
  });
});

describe('access tokens on the command line', () => {
  it('are shown once, listed without their secret, and revoked', async () => {
    const token = await printed(tokenCreate, { name: 'editor', days: 7 });
    const [, id = '', secret = ''] = token.split('_');
    const listed = await printed(tokenList, {});
    expect(listed).toMatch(new RegExp(`^${id} {2}editor {2}read,write {2}until 2023-`));
    expect(listed).not.toContain(secret);
    expect(await printed(tokenRevoke, { id })).toBe(`revoked ${id}`);
    expect(await printed(tokenList, {})).toContain('revoked');
    await expect(printed(tokenRevoke, { id: 'unknown' })).rejects.toThrow(/no token/);
  });

  it('are kept as digests only', async () => {
    const token = await printed(tokenCreate, { name: 'digest' });
    const store = await project.engine.store();
    const scope = { owner: '\u0001tokens', project: project.engine.scope.project };
    const stored = await store.records(scope).list('token', { limit: 10 });
    expect(JSON.stringify(stored)).toContain('digest');
    expect(JSON.stringify(stored)).not.toContain(token.split('_')[2]);
  });
});
