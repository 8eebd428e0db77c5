import type { Context } from '../../src/core/context.ts';
import type { Certainty } from '../../src/core/vocabulary.ts';
import type { FoundPlace } from '../../src/operations/operation.ts';
import { call } from './api.ts';
import { type AskSettings, isCodeAlone } from './ask-settings.ts';

export type { FoundPlace };

/** A context with what only a question about code is told: how sure the answer is. */
export type AskedContext = Context & { readonly query?: { readonly certainty: Certainty } };

export interface Asking {
  readonly signal?: AbortSignal;
  /** Receives the places found before the context is assembled; streamed for code only. */
  readonly onFound?: (places: readonly FoundPlace[]) => void;
}

/** Asks under these settings. */
export function askContext(query: string, settings: AskSettings, asking: Asking = {}): Promise<AskedContext> {
  const { sources, strategies, paths, pins, drops, ...rest } = settings;
  const options = { ...rest, pin: [...pins], drop: [...drops] };
  if (isCodeAlone(settings))
    return call(
      'query',
      { query, strategies: [...strategies], paths: [...paths], explain: true, ...options },
      asking,
    );
  return call('assemble', { query, types: [...sources], ...options }, asking);
}
