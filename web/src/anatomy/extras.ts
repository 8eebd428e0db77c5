import type { Context } from '../../../src/core/context.ts';

/** A likely place that is listed, not printed. */
export interface Place {
  /** Absent: it was not found by itself and cannot be pinned. */
  readonly id?: string;
  readonly path: string;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly name?: string;
  readonly why?: string;
}

export const CERTAINTIES = ['likely', 'possibly', 'nothing'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

export interface Extras {
  readonly certainty?: Certainty;
  readonly kind?: string;
  readonly map: readonly Place[];
}

/** Fields of a context that only some operations and some servers return. */
export function extrasOf(context: Context): Extras {
  const reply: Readonly<Record<string, unknown>> = { ...context };
  const asked = record(reply['query']);
  const certainty = CERTAINTIES.find((name) => name === (reply['certainty'] ?? asked['certainty']));
  const map = Array.isArray(reply['map']) ? reply['map'] : [];
  return {
    ...(certainty === undefined ? certaintyOf(asked) : { certainty }),
    ...(typeof asked['kind'] === 'string' ? { kind: asked['kind'] } : {}),
    map: map.flatMap((entry: unknown) => placeFrom(record(entry))),
  };
}

/** For a server that returns only a number. */
function certaintyOf(asked: Readonly<Record<string, unknown>>): Pick<Extras, 'certainty'> {
  if (asked['nothingRelevant'] === true) return { certainty: 'nothing' };
  if (typeof asked['evidence'] !== 'number') return {};
  return { certainty: asked['evidence'] >= 0.5 ? 'likely' : 'possibly' };
}

function placeFrom(entry: Readonly<Record<string, unknown>>): readonly Place[] {
  const { id, path, startLine, endLine, name, why } = entry;
  if (typeof path !== 'string') return [];
  return [
    {
      path,
      ...(typeof id === 'string' ? { id } : {}),
      ...(typeof startLine === 'number' ? { startLine } : {}),
      ...(typeof endLine === 'number' ? { endLine } : {}),
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof why === 'string' ? { why } : {}),
    },
  ];
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The sentence a server returns with an item, if any. */
export function whyOf(item: object): string | undefined {
  const { why } = record(item);
  return typeof why === 'string' && why !== '' ? why : undefined;
}
