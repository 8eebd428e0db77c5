import type { z } from 'zod';
import { DossierError } from '../core/errors.ts';
import type { Engine } from '../engine/engine.ts';
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
    throw new DossierError('invalid-input', sentenceOf(parsed.error, operation.name, raw), {
      cause: parsed.error,
    });
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

function sentenceOf(error: z.ZodError, name: string, raw: unknown): string {
  const problems = error.issues.map((issue) => {
    const field = issue.path.join('.');
    return field === '' ? issue.message : `${field}: ${problemOf(issue, raw)}`;
  });
  return `${name}: ${problems.join('; ')}. See "dossier ${name} --help".`;
}

/** The most frequent mistakes in plain words; the others as zod says them. */
function problemOf(issue: z.core.$ZodIssue, raw: unknown): string {
  const isMissing = valueAt(raw, issue.path) === undefined;
  if (issue.code === 'invalid_value') return `${isMissing ? 'missing, ' : ''}must be ${listOf(issue.values)}`;
  if (issue.code === 'invalid_type' && isMissing) return 'missing';
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return issue.message;
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit}`;
  return unit !== '' && issue.minimum === 1
    ? 'must not be empty'
    : `must be at least ${issue.minimum}${unit}`;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    raw,
  );
}

function listOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;
}
