import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpTool, Operation } from '../../operations/operation.ts';

type JsonObject = Record<string, unknown>;
type Arguments = Record<string, unknown>;

/** A tool as offered by the server: its operations' declarations merged. */
export interface Tool extends Omit<McpTool, 'step'> {
  /** By the value of `step`; the key is empty if there is only one. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Not `action`: an experience has a field of that name. */
export const STEP_FIELD = 'step';

/**
 * Every tool accepts it: the whole reply is then added as structured content. Off by default, because several agents
 * give the model the structured content instead of the text, or both, and the budget covers the text alone.
 */
export const STRUCTURED_FIELD = 'structured';

/** The tools that operations declare. The whole list costs at most 2,000 tokens (tested). */
export function toolsOf(operations: readonly Operation[]): readonly Tool[] {
  const tools = new Map<string, Tool>();
  for (const operation of operations) {
    if (operation.mcp === undefined) continue;
    const { step = '', ...tool } = operation.mcp;
    tools.set(tool.name, {
      ...tool,
      operations: new Map([...(tools.get(tool.name)?.operations ?? []), [step, operation]]),
    });
  }
  return [...tools.values()];
}

/**
 * What the model is told about the arguments. Nothing is validated or filled in here: the operation does so for every
 * interface, so that settings precede defaults and errors read the same.
 */
export function inputSchemaOf(
  tool: Tool,
  options: { readonly severalProjects: boolean },
): StandardSchemaWithJSON<Arguments> {
  let schema: JsonObject | undefined;
  // Built when tools are listed, so that it does not delay the handshake.
  return passing(() => {
    schema ??= jsonSchemaOf(tool, options);
    return schema;
  });
}

function jsonSchemaOf(tool: Tool, options: { readonly severalProjects: boolean }): JsonObject {
  const properties: JsonObject = {};
  const required: string[] = [];
  const steps = [...tool.operations.keys()].filter((step) => step !== '');
  if (steps.length > 0) {
    properties[STEP_FIELD] = { type: 'string', enum: steps };
    required.push(STEP_FIELD);
  }
  for (const field of tool.fields) {
    const owners = [...tool.operations.values()].filter((operation) => field in operation.input.shape);
    const schema = owners[0]?.input.shape[field];
    if (schema === undefined) continue;
    properties[field] = compact(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    const needed =
      owners.length === tool.operations.size && owners.every((owner) => isRequired(owner, field));
    if (needed) required.push(field);
  }
  if (options.severalProjects) {
    properties['project'] = { type: 'string', description: 'Another open project' };
  }
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function isRequired(operation: Operation, field: string): boolean {
  return operation.input.shape[field]?.safeParse(undefined).success !== true;
}

/** Drops what costs tokens and tells a model nothing: dialects, bounds, which the operation checks, empty defaults. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !DROPPED.has(key) && !isEmptyDefault(key, inner))
      .map(([key, inner]) => [key, compact(inner)]),
  );
}

function isEmptyDefault(key: string, value: unknown): boolean {
  return (
    key === 'default' && (value === false || value === '' || (Array.isArray(value) && value.length === 0))
  );
}

const DROPPED = new Set([
  '$schema',
  'additionalProperties',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
]);

function passing(convert: () => JsonObject): StandardSchemaWithJSON<Arguments> {
  return {
    '~standard': {
      version: 1,
      vendor: 'dossier',
      validate: (value) =>
        isObject(value) ? { value } : { issues: [{ message: 'Arguments must be a JSON object.' }] },
      jsonSchema: { input: convert, output: convert },
    },
  };
}

function isObject(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
