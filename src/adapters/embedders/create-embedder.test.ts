import { describe, expect, it } from 'vitest';
import { configSchema } from '../../core/config.ts';
import { createEmbedder } from './create-embedder.ts';

function open(embedder: object, environment: NodeJS.ProcessEnv = {}) {
  return createEmbedder(configSchema.parse({ embedder }).embedder, { environment, folder: '/' });
}

describe('createEmbedder', () => {
  it('opens the model in the package by default', async () => {
    expect((await open({}))?.model).toMatch(/^dossier-embed-/);
  });

  it('opens none when asked for none', async () => {
    expect(await open({ kind: 'none' })).toBeUndefined();
  });

  it.each([
    [{ kind: 'http', model: 'm' }, /embedder\.url/],
    [{ kind: 'http', url: 'http://127.0.0.1:9' }, /embedder\.model/],
    [{ kind: 'onnx' }, /embedder\.model/],
    [{ kind: 'http', url: 'http://127.0.0.1:9', model: 'm', apiKeyVariable: 'KEY' }, /KEY.*not set/],
    [{ kind: 'onnx', model: 'nowhere' }, /\/nowhere/],
  ])('says which setting %o lacks', async (settings, reason) => {
    await expect(open(settings)).rejects.toThrow(reason);
  });
});
