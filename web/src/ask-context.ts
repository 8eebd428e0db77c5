import type { Context } from '../../src/core/context.ts';
import { call } from './api.ts';
import { type AskSettings, isCodeAlone } from './ask-settings.ts';

/** Asks under these settings. */
export function askContext(query: string, settings: AskSettings, signal?: AbortSignal): Promise<Context> {
  const { sources, strategies, paths, ...options } = settings;
  const calling = signal === undefined ? {} : { signal };
  if (isCodeAlone(settings))
    return call('query', { query, strategies: [...strategies], paths: [...paths], ...options }, calling);
  return call('assemble', { query, types: [...sources], ...options }, calling);
}
