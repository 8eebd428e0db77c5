import { resolve } from 'node:path';
import type { Config } from '../../core/config.ts';
import { DossierError } from '../../core/errors.ts';
import type { Embedder } from '../../core/ports.ts';
import type { StaticEmbedderOptions } from './static.ts';

interface EmbedderSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Paths in the settings are relative to this. */
  readonly folder: string;
  readonly workers?: StaticEmbedderOptions['workers'];
}

/** Creates the embedder the settings ask for; undefined for `none`. Only that one is loaded. */
export async function createEmbedder(
  settings: Config['embedder'],
  { environment, folder, workers }: EmbedderSurroundings,
): Promise<Embedder | undefined> {
  const { queryPrefix, documentPrefix } = settings;
  switch (settings.kind) {
    case 'none':
      return undefined;
    case 'static':
      return (await import('./static.ts')).createStaticEmbedder({ workers });
    case 'onnx': {
      const modelFolder = resolve(folder, needed('model', settings.model, 'a folder with model.onnx'));
      const { createOnnxEmbedder } = await import('./onnx.ts');
      return createOnnxEmbedder({ folder: modelFolder, queryPrefix, documentPrefix });
    }
    case 'http': {
      const variable = settings.apiKeyVariable;
      const apiKey = variable === undefined ? undefined : environment[variable];
      if (variable !== undefined && apiKey === undefined) {
        throw new DossierError(
          'invalid-input',
          `The environment variable ${variable}, named by embedder.apiKeyVariable, is not set; set it to the server's key.`,
        );
      }
      const { createHttpEmbedder } = await import('./http.ts');
      return createHttpEmbedder({
        url: needed('url', settings.url, 'the address of an OpenAI-compatible server'),
        model: needed('model', settings.model, "the model's name"),
        queryPrefix,
        documentPrefix,
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(settings.dimensions === undefined ? {} : { dimensions: settings.dimensions }),
      });
    }
  }
}

function needed(name: string, value: string | undefined, what: string): string {
  if (value !== undefined) return value;
  throw new DossierError('invalid-input', `This embedder needs the setting embedder.${name}: ${what}.`);
}
