import type { z } from 'zod';
import { describeProblems } from '../core/describe-problems.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import { withoutSecrets } from '../core/text/redact-secrets.ts';
import { adoptMemoryFiles } from '../knowledge/memories/adopt-memory-files.ts';
import { refuseDamagedStore } from '../search/refuse-damaged-store.ts';
import type { Operation, OperationContext } from './operation.ts';

/** Settings that fill input fields of the same name if the caller omits them. */
const FROM_CONFIG = ['maxTokens', 'counter', 'format'] as const;

/**
 * Runs an operation for any interface: fills settings, validates the input, applies defaults, masks secrets, runs.
 * All text not read from the project enters here, so no store or answer sees a secret.
 */
export async function runOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  engine: Engine,
  operation: Operation<Input, Output>,
  raw: unknown,
  context: OperationContext,
): Promise<z.output<Output>> {
  const { clean, warnings } = withoutSecrets(
    { input: withSettings(engine, operation, raw) },
    // The allow list is for project files, not for input.
    { ...engine.config.secrets, allow: [] },
  );
  const input = withAddresses(operation, clean.input, raw);
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) {
    throw new DossierError('invalid-input', `${describeProblems(parsed.error, input)}.`, {
      cause: parsed.error,
    });
  }
  if (hasNul(parsed.data)) {
    throw new DossierError('invalid-input', 'The input has the character U+0000. Remove it.');
  }
  const told = operation.usesMemories === true ? await adoptMemoryFiles(engine, context.now) : [];
  const output = await operation.run(engine, parsed.data, context).catch(async (error: unknown) => {
    if (isAboutRecords(operation) && isNotFound(error)) await refuseDamagedStore(engine, context.now);
    throw error;
  });
  if (isAboutRecords(operation) && saysNone(output)) await refuseDamagedStore(engine, context.now);
  return withWarnings(output, [...warnings, ...told]);
}

/** Searches of the project check the store themselves. */
function isAboutRecords({ topic, usesMemories }: Operation): boolean {
  return usesMemories === true || topic === 'Knowledge' || topic === 'Sessions and conversations';
}

function isNotFound(error: unknown): boolean {
  return error instanceof DossierError && error.code === 'not-found';
}

/** Whether a reply is an empty list. */
function saysNone(output: unknown): boolean {
  if (!isObject(output)) return false;
  const lists = Object.entries(output).filter(([name, field]) => name !== 'warnings' && Array.isArray(field));
  return lists.length > 0 && lists.every(([, list]) => Array.isArray(list) && list.length === 0);
}

/** A store address is needed with its password. */
function withAddresses(operation: Operation, input: unknown, raw: unknown): unknown {
  if (operation.addresses === undefined || !isObject(input) || !isObject(raw)) return input;
  return { ...input, ...Object.fromEntries(operation.addresses.map((name) => [name, raw[name]])) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Adds warnings to a reply that has a field for them. */
export function withWarnings<Output>(output: Output, warnings: readonly string[]): Output {
  if (warnings.length === 0 || typeof output !== 'object' || output === null) return output;
  if (!('warnings' in output) || !Array.isArray(output.warnings)) return output;
  return { ...output, warnings: [...output.warnings, ...warnings] };
}

/** No store keeps this character, and no source text contains it. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => hasNul(name) || hasNul(member));
}

function withSettings(engine: Engine, operation: Operation, raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  const filled: Record<string, unknown> = { ...raw };
  for (const name of FROM_CONFIG) {
    if (filled[name] === undefined && name in operation.input.shape) filled[name] = engine.config[name];
  }
  return filled;
}
