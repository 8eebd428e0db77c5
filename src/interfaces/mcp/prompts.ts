import {
  completable,
  type GetPromptResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import { DOMAINS } from '../../core/vocabulary.ts';
import type { Operation } from '../../operations/operation.ts';
import { questionOf } from '../../operations/question-of.ts';
import { runOperation } from '../../operations/run-operation.ts';
import type { ProjectSet } from './project-set.ts';

interface PromptParts {
  readonly operations: readonly Operation[];
  readonly projects: ProjectSet;
  readonly clock: () => number;
}

/** Prompts a user picks in the client; both give the model a finished context. */
export function registerPrompts(server: McpServer, parts: PromptParts): void {
  const premortem = parts.operations.find((operation) => operation.name === 'premortem');
  const query = parts.operations.find((operation) => operation.name === 'query');
  if (premortem !== undefined) {
    server.registerPrompt(
      'premortem',
      {
        title: 'Premortem',
        description: 'What went wrong before with tasks like this one',
        argsSchema: z.object({
          task: z.string(),
          domain: completable(z.string(), (start) =>
            DOMAINS.filter((domain) => domain.startsWith(start)),
          ).optional(),
        }),
      },
      async ({ task, domain }, context) => {
        const evidence = await textOf(parts, premortem, { task, ...(domain && { domain }) }, context);
        const { clean } = withoutSecrets({ task });
        return message(
          `Before starting this task, name the ways it is likely to fail and what you will do against each, using the evidence below.\n\nTask: ${clean.task}\n\n${evidence}`,
        );
      },
    );
  }
  if (query !== undefined) {
    server.registerPrompt(
      'explain',
      {
        title: 'Explain',
        description: 'Explain a symbol, file or behaviour of this project from its code',
        argsSchema: z.object({ subject: z.string() }),
      },
      async ({ subject }, context) => {
        const evidence = await textOf(parts, query, { query: subject }, context);
        const { clean } = withoutSecrets({ subject });
        return message(
          `Explain ${clean.subject} in this project. Use only the sources below and cite their ids; say what they do not show.\n\n${evidence}`,
        );
      },
    );
  }
}

async function textOf(
  parts: PromptParts,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<string> {
  const engine = await parts.projects.choose();
  const question = questionOf(operation, input);
  const notes = await parts.projects.notesOn(engine, { question, progress: () => undefined });
  const { signal } = context.mcpReq;
  const output = await runOperation(engine, operation, input, {
    now: parts.clock(),
    signal,
    progress: () => undefined,
  });
  return [...notes, operation.print(output)].join('\n\n');
}

function message(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
