import type { z } from 'zod';
import { describeProblems } from '../core/describe-problems.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { Operation, OperationContext } from './operation.ts';

/** Settings that fill the input fields of the same name when the caller does not give them. */
const FROM_CONFIG = ['maxTokens', 'counter', 'format'] as const;

/** Runs an operation for any interface: fills settings, validates the input, applies defaults, runs. */
export async function runOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  engine: Engine,
  operation: Operation<Input, Output>,
  raw: unknown,
  context: OperationContext,
): Promise<z.output<Output>> {
  const parsed = operation.input.safeParse(withSettings(engine, operation, raw));
  if (!parsed.success) {
    throw new DossierError('invalid-input', `${describeProblems(parsed.error, raw)}.`, {
      cause: parsed.error,
    });
  }
  if (hasNul(parsed.data)) {
    throw new DossierError('invalid-input', 'The input has the character U+0000. Remove it.');
  }
  return operation.run(engine, parsed.data, context);
}

/** No store keeps this character, and no source text has it. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => hasNul(name) || hasNul(member));
}

function withSettings(engine: Engine, operation: Operation, raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const filled: Record<string, unknown> = { ...raw };
  for (const name of FROM_CONFIG) {
    if (filled[name] === undefined && name in operation.input.shape) filled[name] = engine.config[name];
  }
  return filled;
}
