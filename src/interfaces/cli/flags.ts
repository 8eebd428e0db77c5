import { z } from 'zod';
import type { Operation } from '../../operations/operation.ts';

/** One input field as a command-line flag. */
export interface Flag {
  readonly field: string;
  /** `--max-tokens`; for a switch that is on by default, `--no-citations`. */
  readonly long: string;
  /** An alias. */
  readonly also?: string;
  readonly kind: 'boolean' | 'number' | 'string' | 'list' | 'json';
  readonly description: string;
  readonly choices?: readonly string[];
  readonly defaultValue?: unknown;
  readonly required: boolean;
}

type Property = z.core.JSONSchema.BaseSchema;

/** Aliases: people say "budget" for the maximum number of tokens. */
const OTHER_NAMES: Readonly<Record<string, string>> = { maxTokens: '--budget' };

/** The flags of an operation, derived from its input schema. */
export function flagsOf(operation: Operation): readonly Flag[] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
    typeof property === 'boolean' ? [] : [flagOf(field, property, required.has(field))],
  );
}

function flagOf(field: string, property: Property, required: boolean): Flag {
  const kind = kindOf(property);
  const name = kebab(field);
  const choices = choicesOf(property);
  const isOn = kind === 'boolean' && property.default === true;
  const also = OTHER_NAMES[field];
  return {
    field,
    long: isOn ? `--no-${name}` : `--${name}`,
    ...(also === undefined ? {} : { also }),
    kind,
    description: property.description ?? '',
    ...(choices === undefined ? {} : { choices }),
    ...(property.default === undefined ? {} : { defaultValue: property.default }),
    required,
  };
}

function kindOf(property: Property): Flag['kind'] {
  switch (property.type) {
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'integer':
      return 'number';
    case 'array': {
      const items = property.items;
      const simple =
        typeof items === 'object' && !Array.isArray(items) && 'type' in items && items.type === 'string';
      return simple ? 'list' : 'json';
    }
    case 'string':
      return 'string';
    default:
      return property.enum === undefined ? 'json' : 'string';
  }
}

function choicesOf(property: Property): readonly string[] | undefined {
  const items = property.items;
  const of = typeof items === 'object' && !Array.isArray(items) ? items.enum : property.enum;
  return of?.filter((choice): choice is string => typeof choice === 'string');
}

export function kebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
