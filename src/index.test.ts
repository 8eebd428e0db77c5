import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Dossier, openDossier } from './index.ts';
import { createClient } from './interfaces/http/client.ts';

let root: string;
let dossier: Dossier;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dossier-library-'));
  dossier = openDossier({ root, store: join(root, 's.sqlite'), environment: {} });
});
afterEach(async () => {
  await dossier.close();
  rmSync(root, { recursive: true, force: true });
});

describe('the library', () => {
  it('takes no input where none is needed', async () => {
    expect(await dossier.status()).toMatchObject({ indexed: false });
  });

  it('refuses an option it does not know, with those it does', async () => {
    const misspelt = { query: 'x', maxToken: 5 };
    await expect(dossier.query(misspelt)).rejects.toMatchObject({
      name: 'DossierError',
      code: 'invalid-input',
      message: expect.stringMatching(
        /^Unknown field "maxToken": did you mean "maxTokens"\? Known: query, .*maxTokens/,
      ),
    });
  });

  it('refuses an option or setting it does not know when it is opened', () => {
    const misspelt = { root, stores: 'x.sqlite' };
    expect(() => openDossier(misspelt)).toThrow(
      /^Unknown option "stores": did you mean "store"\? Known: root,/,
    );
    expect(() => openDossier({ root, settings: { maxToken: 1 } })).toThrow(
      /^Unknown setting "maxToken": did you mean "maxTokens"\?/,
    );
  });

  it('uses the store it is told to', async () => {
    await dossier.remember({ content: 'The store is a file' });
    expect(existsSync(join(root, 's.sqlite'))).toBe(true);
  });

  it('does not open a folder that is not there', () => {
    expect(() => openDossier({ root: join(root, 'absent'), environment: {} })).toThrow(/There is no folder/);
  });

  it('says so when it is used after it was closed', async () => {
    await dossier.close();
    await expect(dossier.status()).rejects.toMatchObject({ name: 'DossierError', code: 'unavailable' });
  });
});

describe('the client', () => {
  it('names the address that does not answer', async () => {
    const client = createClient({ url: 'http://127.0.0.1:1' });
    await expect(client.status()).rejects.toMatchObject({
      name: 'ProblemError',
      problem: { status: 0, code: 'unreachable', detail: expect.stringContaining('http://127.0.0.1:1') },
    });
  });

  it('ends with the abort of its caller', async () => {
    const client = createClient({ url: 'http://127.0.0.1:1' });
    await expect(client.status({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
