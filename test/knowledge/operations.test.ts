import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dossier, openDossier } from '../../src/index.ts';
import { experienceList, experienceResolve, experienceStart } from '../../src/operations/experiences.ts';
import { learn } from '../../src/operations/learn.ts';
import { forget, memoryList, memoryUpdate, recall, remember } from '../../src/operations/memories.ts';
import { sessionList, sessionReset, sessionShow, sessionUsed } from '../../src/operations/sessions.ts';
import { knowledgeExport, knowledgeImport } from '../../src/operations/transfer.ts';
import { valuesAccept, valuesCluster, valuesList, valuesPropose } from '../../src/operations/values.ts';
import { sampleFile } from '../contracts/store-samples.ts';
import { DAY, NOW } from './open-test-engine.ts';

const folders: string[] = [];
function open(): Dossier {
  const root = mkdtempSync(join(tmpdir(), 'dossier-operations-'));
  folders.push(root);
  return openDossier({
    root,
    environment: {},
    settings: { store: join(root, 'store.db'), 'embedder.kind': 'none' },
  });
}
let dossier: Dossier;
beforeAll(() => {
  dossier = open();
});
afterAll(async () => {
  await dossier.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const at = (now: number) => ({ now });

const entry = {
  domain: 'debugging',
  strategy: 'read-the-error',
  goal: 'Login test passes in CI',
  hypothesis: 'The container clock runs in UTC',
  action: 'Freeze the clock',
  prediction: 'Ten green runs',
} as const;

describe('operations on memories', () => {
  it('remember, recall, update, list, forget', async () => {
    const saved = await dossier.remember({ content: 'The API listens on port 8080', tags: ['api'] }, at(NOW));
    expect(remember.print(saved)).toMatch(/^added mem-/);
    const other = await dossier.remember({ content: 'The API listens on port 8081' }, at(NOW + 1));
    expect(remember.print(other)).toContain(`may contradict ${saved.id}`);
    const found = await dossier.recall({ query: 'API port' }, at(NOW + 2));
    expect(found.memories.map(({ id }) => id).sort()).toEqual([saved.id, other.id].sort());
    expect(recall.print(found)).toContain('port 8080');
    expect(recall.print(await dossier.recall({ query: 'zebra' }))).toContain('No memory matches');
    const updated = await dossier.memoryUpdate({ id: saved.id, importance: 0.9 }, at(NOW + 3));
    expect(memoryUpdate.print(updated)).toBe(`updated ${saved.id}`);
    expect(forget.print(await dossier.forget({ id: other.id }, at(NOW + 4)))).toBe(`forgot ${other.id}`);
    const ended = await dossier.memoryList({ status: 'all', categories: ['fact'] });
    expect(memoryList.print(ended)).toContain('fact, ended');
    expect((await dossier.memoryList({})).memories.map(({ importance }) => importance)).toEqual([0.9]);
  });

  it.each([
    [{ content: 'x', importance: 2 }, /importance/],
    [{ content: ' ' }, /"content" must not be blank/],
    [{ content: 'x'.repeat(10_001) }, /content/],
    [{ content: 'x', tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, /tags/],
  ])('refuses what a memory may not be: %#', async (input, sentence) => {
    await expect(dossier.remember(input)).rejects.toThrow(sentence);
  });
});

describe('operations on experiences', () => {
  it('start, update, resolve, adopt and list, by the session or by id', async () => {
    const started = await dossier.experienceStart({ ...entry, session: 'a' }, at(NOW));
    expect(experienceStart.print(started)).toContain(started.id);
    await dossier.experienceUpdate({ session: 'a', note: 'nginx is in front' }, at(NOW + 1));
    await dossier.experienceAdopt({ id: started.id, session: 'b' }, at(NOW + 2));
    await expect(dossier.experienceUpdate({ session: 'a', note: 'x' })).rejects.toThrow(
      /no active experience/,
    );
    expect(experienceList.print(await dossier.experienceList({ status: 'active' }))).toContain('active');
    await expect(
      dossier.experienceResolve({ session: 'b', outcome: 'confirmed', result: 'ok', takeaway: 'Look first' }),
    ).rejects.toThrow(/needs what worked/);
    const resolved = await dossier.experienceResolve(
      {
        session: 'b',
        outcome: 'falsified',
        result: 'Still 401 in login.test.ts',
        surprise: 'The proxy strips Set-Cookie',
        rootCause: 'wrong-assumption',
        whatWorked: 'proxy_pass_header Set-Cookie',
        takeaway: 'Look at headers first',
      },
      at(NOW + 3),
    );
    expect(experienceResolve.print(resolved)).toMatch(/silver$/);
    const found = await dossier.experienceList({ query: 'proxy cookie', axis: 'surprise' }, at(NOW + 4));
    expect(found.experiences).toMatchObject([{ id: started.id, adoptedFrom: ['a'], tier: 'silver' }]);
    expect(experienceList.print(await dossier.experienceList({ domain: 'security' }))).toBe(
      'No experience matches.',
    );
  });
});

describe('operations on values', () => {
  it('cluster, list, propose, accept', async () => {
    const own = open();
    expect(valuesList.print(await own.valuesList({}))).toContain('values cluster');
    for (let index = 0; index < 12; index++) {
      const upload = index % 2 === 0;
      const cause = upload
        ? 'two upload tests share one temporary folder'
        : 'the proxy strips the login cookie header';
      await own.experienceStart(
        { ...entry, goal: `Find out: ${cause} (${index})`, session: `${index}` },
        at(NOW + index),
      );
      await own.experienceResolve(
        {
          session: `${index}`,
          outcome: 'falsified',
          result: `Failed again: ${cause}`,
          surprise: cause,
          rootCause: 'wrong-assumption',
          rootCauseDetail: cause,
          whatWorked: upload
            ? 'A temporary folder for each upload test'
            : 'Pass the cookie header through the proxy',
        },
        at(NOW + index),
      );
    }
    const clustered = await own.valuesCluster({ axis: 'root_cause' }, at(NOW + DAY));
    expect(clustered.values).toHaveLength(2);
    expect(valuesCluster.print(clustered)).toContain('2 values from 12 experiences');
    const id = clustered.values[0]?.id ?? '';
    const proposed = await own.valuesPropose({ id });
    expect(valuesPropose.print(proposed)).toMatch(/within [\d.]+:\n(fits|too far)/);
    const far = await own.valuesPropose({ id, text: 'Eat more fruit' });
    expect(far.proposals).toMatchObject([{ valid: false }]);
    expect(proposed.proposals[0]).toMatchObject({ valid: true });
    const fitting = proposed.proposals[0]?.text ?? '';
    expect(valuesAccept.print(await own.valuesAccept({ id, text: fitting }, at(NOW + DAY)))).toContain(
      `accepted ${id}`,
    );
    expect(valuesList.print(await own.valuesList({}))).toContain('accepted');
    await expect(own.valuesAccept({ id, text: 'Eat more fruit' })).rejects.toThrow(/word it closer/);
    await expect(own.valuesAccept({ id: 'val-none' })).rejects.toThrow(/values list/);
    await own.close();
  });
});

describe('export and import', () => {
  it('carry everything over; twice changes nothing; a bad line is named and left out', async () => {
    const { text, records } = await dossier.export({});
    expect(records).toBe(3);
    expect(knowledgeExport.print({ text, records }).split('\n')).toHaveLength(3);
    const other = open();
    const first = await other.import({ text: `${text}{"kind":"memory"}\nnonsense\n` });
    expect(first).toMatchObject({ imported: 3, unchanged: 0, skipped: [{ line: 4 }, { line: 5 }] });
    expect(knowledgeImport.print(first)).toContain('line 5 left out: not JSON');
    expect(await other.import({ text })).toMatchObject({ imported: 0, unchanged: 3, skipped: [] });
    expect((await other.export({})).text).toBe(text);
    expect((await other.recall({ query: 'API port' })).memories).toHaveLength(1);
    await expect(other.import({ text: 'nonsense' })).rejects.toThrow(/None of the lines/);
    await other.close();
  });
});

describe('learn', () => {
  it('compares a thousand memories', async () => {
    const own = open();
    const words = 'cache token upload retry index query budget parser session thread vector store'.split(' ');
    const word = (at: number) => words[at % words.length];
    const lines = Array.from({ length: 1000 }, (_, at) => {
      const content = `The ${word(at)} ${word(at * 5 + 1)} of the ${word(at * 7 + 2)} waits ${at} for ${word(at * 11)}`;
      const body = { content, status: 'current', validFrom: at };
      return JSON.stringify({ kind: 'memory', id: `mem-${at}`, updatedAt: at, body });
    });
    expect(await own.import({ text: lines.join('\n') })).toMatchObject({ imported: 1000, skipped: [] });
    expect((await own.learn({})).known.memories).toBe(1000);
    await own.close();
  });

  it('says what is known, what changed, what is stale and what contradicts', async () => {
    const own = open();
    const index = (await own.engine.store()).index(own.engine.scope);
    await index.putFiles([sampleFile('src/upload.ts', [{ name: 'uploadFile', body: 'one' }])]);
    await own.remember({ content: 'uploadFile in src/upload.ts retries three times' }, at(NOW));
    await own.remember({ content: 'The upload limit is 20 MB' }, at(NOW));
    await own.remember({ content: 'The upload limit is 30 MB' }, at(NOW));
    await own.experienceStart({ ...entry, session: 'dead' }, at(NOW - 5 * DAY));
    expect((await own.learn({}, at(NOW))).stale.map(({ why }) => why)).toEqual([
      expect.stringContaining('session dead'),
    ]);
    await index.putFiles([sampleFile('src/upload.ts', [{ name: 'uploadFile', body: 'two' }])]);
    const report = await own.learn({}, at(NOW + DAY));
    expect(report.known).toMatchObject({ memories: 3, experiences: { active: 1 } });
    expect(report.stale[0]?.why).toContain('uploadFile in src/upload.ts changed since');
    expect(report.contradicted).toHaveLength(1);
    const printed = learn.print(report);
    for (const heading of ['Known', 'Changed', 'Stale', 'Contradicted'])
      expect(printed).toContain(`${heading}\n`);
    const recalled = await own.recall({ query: 'uploadFile retries' }, at(NOW));
    expect(recalled.memories[0]?.notes.join()).toContain('changed since');
    await index.removeFiles(['src/upload.ts']);
    // Nothing is indexed yet, as in a new worktree: nobody knows whether it is gone.
    expect((await own.recall({ query: 'uploadFile retries' })).memories[0]?.notes).toEqual([]);
    await index.setMeta('indexedAt', String(NOW));
    expect((await own.recall({ query: 'uploadFile retries' })).memories[0]?.notes.join()).toContain(
      'is gone now',
    );
    await own.close();
  });
});

describe('sessions', () => {
  it('show the ledger, count used citations, forget it', async () => {
    const { items } = await dossier.assemble({
      query: 'API port',
      types: ['memories'],
      session: 'x',
      maxTokens: 500,
    });
    const citation = items[0]?.citation ?? '';
    expect(sessionUsed.print(await dossier.sessionUsed({ session: 'x', answer: `See [${citation}].` }))).toBe(
      `used ${citation}`,
    );
    expect(sessionUsed.print(await dossier.sessionUsed({ session: 'x', answer: 'None.' }))).toContain(
      'no citation',
    );
    expect(sessionShow.print(await dossier.sessionShow({ session: 'x' }))).toMatch(/1 citation used$/);
    await dossier.assemble({ query: 'API port', types: ['memories'], session: 'y', maxTokens: 500 });
    const { deliveries } = await dossier.sessionList({});
    expect(deliveries.map(({ session, query }) => [session, query])).toEqual(
      expect.arrayContaining([
        ['y', 'API port'],
        ['x', 'API port'],
      ]),
    );
    expect(deliveries.find(({ session }) => session === 'x')?.items[0]).toMatchObject({
      citation,
      used: true,
      about: { source: 'memory', reasons: expect.any(Array) },
    });
    expect(deliveries.find(({ session }) => session === 'y')?.budget).toBe(500);
    expect(deliveries.find(({ session }) => session === 'y')?.items[0]).toMatchObject({ used: false });
    expect(sessionList.print({ total: 1, deliveries })).toContain('API port');
    expect(sessionList.print({ total: 1, deliveries: [] })).toBe('No session was given anything.');
    expect(sessionReset.print(await dossier.sessionReset({ session: 'x' }))).toBe('forgot 1 delivery');
  });
});
