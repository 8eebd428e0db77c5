import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../core/engine.ts';
import { openEngine } from '../open-engine.ts';
import { indexOperation } from '../operations/index-project.ts';
import { projects as listOperation } from '../operations/projects.ts';
import { query } from '../operations/query.ts';
import { runOperation } from '../operations/run-operation.ts';
import { search } from '../operations/search.ts';
import { CATALOGUE } from '../sessions/projects.ts';
import { pickProjects } from './pick-projects.ts';

const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'acme/mail': {
    'README.md': '# Mail\n\nSends newsletters and bounces.\n',
    'src/bounce.ts':
      'export function handleBounce(address: string) {\n  return `undeliverable ${address}`;\n}\n',
  },
  'acme/billing': {
    'README.md': '# Billing\n\nInvoices, dunning and refunds.\n',
    'src/invoice.ts':
      'export function issueInvoice(customer: string) {\n  return `invoice for ${customer}`;\n}\n',
    'src/refund.ts':
      'export function refundPayment(payment: string) {\n  return `refund of ${payment}`;\n}\n',
  },
  'acme/guard': {
    'README.md': '# Guard\n\nCompares what a request carries with what was handed out.\n',
    'src/csrf.ts':
      'export function compareCsrf(given: string, kept: string) {\n  return given === kept;\n}\n',
  },
  'acme/forms': {
    'README.md': '# Forms\n\nFields, labels and their layout on the page of a site.\n',
    'src/form.ts': 'export function submitForm(site: string) {\n  return `form of ${site}`;\n}\n',
  },
  'other/maps': {
    'README.md': '# Maps\n\nTiles and routes.\n',
    'src/route.ts': 'export function shortestRoute(from: string, to: string) {\n  return [from, to];\n}\n',
  },
};

describe('the catalogue of projects', () => {
  let folder: string;
  const engines: Engine[] = [];
  const context = { now: 1_700_000_000_000, signal: new AbortController().signal, progress: () => undefined };
  function open(project: string, owner = 'local'): Engine {
    const root = join(folder, project);
    mkdirSync(root, { recursive: true });
    const store = join(folder, 'store.sqlite');
    const engine = openEngine({ root, environment: {}, settings: { store, owner, project } });
    engines.push(engine);
    return engine;
  }
  function write(project: string, path: string, text: string): void {
    mkdirSync(dirname(join(folder, project, path)), { recursive: true });
    writeFileSync(join(folder, project, path), text);
  }
  const index = (engine: Engine) => runOperation(engine, indexOperation, {}, context);
  const pick = async (engine: Engine, text: string, names = ['**']) =>
    (await pickProjects(engine, text, { ...context, names, most: 5 })).map(({ project }) => project);
  let mail: Engine;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-catalogue-'));
    for (const [project, files] of Object.entries(FILES)) {
      for (const [path, text] of Object.entries(files)) write(project, path, text);
      await index(open(project));
    }
    mail = engines[0] ?? open('acme/mail');
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    rmSync(folder, { recursive: true });
  });

  it('picks the project whose file is about the question', async () => {
    expect((await pick(mail, 'how are payments refunded'))[0]).toBe('acme/billing');
    expect((await pick(mail, 'undeliverable address'))[0]).toBe('acme/mail');
    expect((await pick(mail, 'shortestRoute'))[0]).toBe('other/maps');
  });

  it('picks a project by what it is about where no word is the same', async () => {
    expect((await pick(mail, 'e-mails'))[0]).toBe('acme/mail');
    expect((await pick(mail, 'reimbursements'))[0]).toBe('acme/billing');
  });

  it('picks a project by what programs call that which a question describes', async () => {
    const picked = await pick(mail, 'keep another site from submitting our forms');
    expect(picked.slice(0, 2)).toEqual(['acme/forms', 'acme/guard']);
  });

  it('keeps to the names that are asked for', async () => {
    expect(await pick(mail, 'shortestRoute', ['acme/*'])).not.toContain('other/maps');
    expect(await pick(mail, 'refundPayment', ['acme/billing'])).toEqual(['acme/billing']);
  });

  it('is not listed as a project', async () => {
    const { projects } = await runOperation(mail, listOperation, {}, context);
    expect(projects.map(({ project }) => project)).toEqual(Object.keys(FILES).sort());
  });

  it('answers one question from several projects, in one budget, and names the project', async () => {
    const answer = await runOperation(
      mail,
      query,
      { query: 'refundPayment and handleBounce', projects: ['acme/*'], maxTokens: 600 },
      context,
    );
    expect([...answer.filesUsed].sort()).toEqual(
      expect.arrayContaining(['acme/billing/src/refund.ts', 'acme/mail/src/bounce.ts']),
    );
    expect(answer.context).toContain('refund of ${payment}');
    expect(answer.tokenCount).toBeLessThanOrEqual(600);
    const found = await runOperation(mail, search, { query: 'shortestRoute', projects: ['**'] }, context);
    expect(found.hits[0]).toMatchObject({ path: 'other/maps/src/route.ts', name: 'shortestRoute' });
  });

  it('follows a project that changes', async () => {
    const billing = open('acme/billing');
    write('acme/billing', 'src/refund.ts', 'export function chargeBack() {\n  return 1;\n}\n');
    write('acme/billing', 'src/voucher.ts', 'export function redeemVoucher() {\n  return 1;\n}\n');
    rmSync(join(folder, 'acme/billing/src/invoice.ts'));
    await index(billing);
    expect((await pick(mail, 'redeemVoucher'))[0]).toBe('acme/billing');
    const catalogue = (await mail.store()).index({ owner: 'local', project: CATALOGUE });
    expect(await catalogue.filesEndingWith('src/invoice.ts')).toEqual([]);
    expect(await catalogue.filesEndingWith('src/voucher.ts')).toHaveLength(1);
  });

  it('shows nothing of another owner, and refuses a caller of one project', async () => {
    const stranger = open('acme/mail', 'eve');
    await index(stranger);
    expect(await pick(stranger, 'shortestRoute')).not.toContain('other/maps');
    const asked = { query: 'refunds', projects: ['nobody/*'] };
    await expect(runOperation(mail, query, asked, context)).rejects.toMatchObject({ code: 'not-found' });
    await expect(runOperation({ ...mail, alone: true }, query, asked, context)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
