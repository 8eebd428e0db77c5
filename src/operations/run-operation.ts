import type { z } from 'zod';
import { describeProblems } from '../core/describe-problems.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { Operation, OperationContext } from './operation.ts';

/** Settings that stand in for the fields of the same name when a caller does not give them. */
const FROM_CONFIG = ['maxTokens', 'counter', 'format'] as const;

/** The one way in for every interface: settings filled, input checked, defaults applied, then run. */
export async function runOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  engine: Engine,
  operation: Operation<Input, Output>,
  raw: unknown,
  context: OperationContext,
): Promise<z.output<Output>> {
  const parsed = operation.input.safeParse(withSettings(engine, operation, raw));
  if (!parsed.success) {
    throw new DossierError(
      'invalid-input',
      `${operation.name}: ${describeProblems(parsed.error, raw)}. See "dossier ${operation.name} --help".`,
      {
        cause: parsed.error,
      },
    );
  }
  if (holdsNul(parsed.data)) {
    throw new DossierError(
      'invalid-input',
      `${operation.name}: a text holds the character U+0000; remove it.`,
    );
  }
  return operation.run(engine, parsed.data, context);
}

/** No store keeps this character faithfully, and no source text has it. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => holdsNul(name) || holdsNul(member));
}

function withSettings(engine: Engine, operation: Operation, raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const filled: Record<string, unknown> = { ...raw };
  for (const name of FROM_CONFIG) {
    if (filled[name] === undefined && name in operation.input.shape) filled[name] = engine.config[name];
  }
  return filled;
}
