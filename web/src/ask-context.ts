import type { Context } from '../../src/core/context.ts';
import type { FoundPlace } from '../../src/operations/operation.ts';
import { call } from './api.ts';
import { type AskSettings, isCodeAlone } from './ask-settings.ts';

export type { FoundPlace };

export interface Asking {
  readonly signal?: AbortSignal;
  /** Receives the places found before the context is assembled; streamed for code only. */
  readonly onFound?: (places: readonly FoundPlace[]) => void;
}

/** Asks under these settings. */
export function askContext(query: string, settings: AskSettings, asking: Asking = {}): Promise<Context> {
  const { sources, strategies, paths, pins, drops, ...rest } = settings;
  const options = { ...rest, pin: [...pins], drop: [...drops] };
  if (isCodeAlone(settings))
    return call('query', { query, strategies: [...strategies], paths: [...paths], ...options }, asking);
  return call('assemble', { query, types: [...sources], ...options }, asking);
}
