import { z } from 'zod';
import { DossierError, errorMessage } from '../../core/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { refuseUnknownFields } from '../../operations/refuse-unknown-fields.ts';

/** The parts of a request that form an operation's input. */
interface RawRequest {
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body; undefined if the method has none. */
  readonly body: unknown;
}

/** Merges path, query and body into the operation's input. Unknown names are refused. */
export function decodeInput(
  operation: Operation,
  request: RawRequest,
  omit: readonly string[] = [],
): Record<string, unknown> {
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new DossierError('invalid-input', 'The body must be a JSON object.');
  }
  const input: Record<string, unknown> = { ...body };
  for (const name of new Set(request.query.keys())) {
    input[name] = fieldValue(operation, name, request.query.getAll(name));
  }
  for (const [name, value] of Object.entries(request.pathValues)) {
    if (input[name] !== undefined && input[name] !== value) {
      throw new DossierError(
        'invalid-input',
        `"${name}" is given twice, in the path and outside it. Give it once.`,
      );
    }
    input[name] = value;
  }
  refuseUnknownFields(operation, input, omit);
  return input;
}

/** Parses a JSON body; an empty one means no fields. */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new DossierError('invalid-input', `The body is not JSON: ${errorMessage(error)}.`);
  }
  if (isTooDeep(body)) {
    throw new DossierError('invalid-input', `The body is nested more than ${MAX_DEPTH} levels deep.`);
  }
  return body;
}

/** Checked level by level: what comes after follows the nesting by calls, which have an end. */
function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}
/** No input of an operation has a tenth of it. */
const MAX_DEPTH = 100;

/** Query strings hold only text; the field's schema gives the type. */
function fieldValue(operation: Operation, name: string, texts: readonly string[]): unknown {
  const text = texts.at(-1) ?? '';
  switch (fieldTypes(operation).get(name)) {
    case 'integer':
    case 'number':
      return text.trim() === '' ? text : numberOrText(text);
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
    case 'array':
      return texts.flatMap((each) => each.split(',')).filter((part) => part !== '');
    case 'object':
      return parseBody(text);
    default:
      return text;
  }
}

function numberOrText(text: string): number | string {
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}

type FieldTypes = ReadonlyMap<string, unknown>;
const typesByOperation = new WeakMap<Operation, FieldTypes>();

function fieldTypes(operation: Operation): FieldTypes {
  const known = typesByOperation.get(operation);
  if (known !== undefined) return known;
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  const types = new Map(
    Object.entries(properties).map(([name, property]) => [
      name,
      typeof property === 'object' ? property.type : undefined,
    ]),
  );
  typesByOperation.set(operation, types);
  return types;
}
