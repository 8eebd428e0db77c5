import { z } from 'zod';
import type { Operation } from '../../operations/operation.ts';
import { PROBLEM_TYPE, problemSchema } from './problem.ts';
import { PROJECT_HEADER, pathFields, type Served, scopeFor, servedOf } from './routes.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly [part: string]: unknown;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Readonly<Record<string, unknown>>;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
}

/** Describes every served operation, from the same schemas that validate its input. */
export function openApiDocument(
  operations: Readonly<Record<string, Operation>>,
  version: string,
): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const tags = new Set<string>();
  for (const served of servedOf(operations)) {
    const { path: pattern, method } = served.route;
    const path = pattern.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(served) };
    tags.add(tagOf(pattern));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dossier',
      version,
      description:
        'Every operation also answers with server-sent events (progress, then result or problem) when asked with "Accept: text/event-stream". ' +
        `The header ${PROJECT_HEADER} names, percent-encoded, another project of the store.`,
      contact: { name: 'Dossier' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [...tags].sort().map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(problemSchema, 'output') },
      responses: {
        Problem: {
          description: 'What went wrong and what to do about it',
          content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

/** The first part of a path groups operations; generated clients name their parts after it. */
function tagOf(path: string): string {
  return path.split('/')[1] ?? 'other';
}

const TAGS: Readonly<Record<string, string>> = {
  context: 'Contexts for a model, inside a token budget',
  erase: 'Deletion of records, down to the last byte',
  eval: 'How well search answers questions about this project',
  experiences: 'Attempts: hypothesis, prediction and outcome',
  inbox: 'Drafts captured from sessions, to accept or reject',
  index: 'What is indexed, its files and the graph of its definitions',
  jobs: 'Indexing jobs of workers',
  knowledge: 'Everything learnt: import, export and reports',
  memories: 'Facts, decisions and preferences that outlast a session',
  projects: 'Projects of the store, and fetching them again',
  repositories: 'Repositories that workers fetch and index',
  search: 'Places in the code, ranked, without their text',
  sessions: 'What each session was given',
  suggest: 'Completion of queries',
  threads: 'Conversations, their messages and references',
  tokens: 'Access tokens',
  values: 'What several experiences have in common',
};

function describe({ name, operation, route }: Served): OpenApiOperation {
  const input = schemaOf(operation.input, 'input');
  const required = new Set(input.required ?? []);
  const inPath = new Set(pathFields(route.path));
  const properties = Object.entries(input.properties ?? {}).filter(([field]) => !route.omit?.includes(field));
  const hasBody = route.method === 'POST' || route.method === 'PATCH';
  const parameters = properties
    .filter(([field]) => inPath.has(field) || !hasBody)
    .map(([field, schema]): Parameter => {
      const place = inPath.has(field) ? 'path' : 'query';
      return { name: field, in: place, required: place === 'path' || required.has(field), schema };
    });
  const bodyFields = properties.filter(([field]) => !inPath.has(field));
  return {
    operationId: name,
    summary: operation.summary,
    description: [operation.description, `Needs the scope "${scopeFor(operation, route)}".`]
      .filter(Boolean)
      .join('\n\n'),
    tags: [tagOf(route.path)],
    parameters,
    ...(hasBody ? { requestBody: bodyOf(bodyFields, required) } : {}),
    responses: {
      '200': {
        description: 'The reply',
        content: {
          'application/json': { schema: schemaOf(operation.output, 'output') },
          'text/event-stream': {
            schema: {
              type: 'string',
              description: 'Events "progress" (phase, done, total), then "result" (the reply) or "problem"',
            },
          },
        },
      },
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  };
}

function bodyOf(fields: readonly [string, unknown][], required: ReadonlySet<string>) {
  const needed = fields.map(([field]) => field).filter((field) => required.has(field));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    additionalProperties: false,
    ...(needed.length === 0 ? {} : { required: needed }),
  };
  return { required: needed.length > 0, content: { 'application/json': { schema } } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
