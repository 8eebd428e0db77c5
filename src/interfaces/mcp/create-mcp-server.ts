import { fileURLToPath } from 'node:url';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { requireIndexed } from '../../context/read-source.ts';
import type { Engine } from '../../core/engine.ts';
import type { Operation } from '../../operations/operation.ts';
import { questionOf } from '../../operations/question-of.ts';
import { callTool, errorResult } from './call-tool.ts';
import { maskErrors } from './mask-errors.ts';
import { progressNotifications } from './progress-notifications.ts';
import type { ProjectSet } from './project-set.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { inputSchemaOf, type Tool, toolsOf } from './tool-schema.ts';

export interface McpParts {
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly projects: ProjectSet;
  readonly clock: () => number;
  /** Reports faults that are not the caller's, on standard error, never standard output. */
  readonly report: (sentence: string) => void;
  /** Whether the client's roots choose the projects; off if the server decides (HTTP). */
  readonly followRoots: boolean;
  /** Whether anyone but this machine's user calls it (HTTP): they see only files of their own index. */
  readonly shared: boolean;
  /** The session whose already-sent items are omitted, if the call names none; told which client asks. */
  readonly session?: (engine: Engine, client: string | undefined) => Promise<string | undefined>;
}

const INSTRUCTIONS =
  'Dossier returns the code, docs, history and lessons a task needs, within a token budget. Call context_query before you search or read files. What this session has already received is named, not repeated.';

/** An MCP server over the operations; the same for stdio and HTTP, and for every protocol version. */
export function createMcpServer(parts: McpParts): McpServer {
  const server = new McpServer(
    { name: 'dossier', title: 'Dossier', version: parts.version },
    {
      instructions: INSTRUCTIONS,
      capabilities: { logging: {}, tools: {}, prompts: {}, resources: {} },
      maxToolInputElements: 10_000,
    },
  );
  const roots = rootsOf(server, parts);
  for (const tool of toolsOf(parts.operations)) {
    const operations = [...tool.operations.values()];
    const usesIndex = operations.some((operation) => operation.usesIndex);
    const indexedPath = operations.find((operation) => operation.indexedPath)?.indexedPath;
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: inputSchemaOf(tool, { severalProjects: parts.followRoots }),
        annotations: annotationsOf(tool),
        ...(tool.alwaysShown ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
      },
      async (input, context) => {
        const asked = roots.ask(context);
        if (asked !== undefined) return asked;
        try {
          const { project, ...rest } = input;
          const engine = await parts.projects.choose(typeof project === 'string' ? project : undefined);
          const progress = progressNotifications(context);
          const path = indexedPath === undefined ? undefined : rest[indexedPath];
          if (parts.shared && typeof path === 'string') await requireIndexed(engine, path);
          const question = operations
            .map((each) => questionOf(each, rest))
            .find((asked) => asked !== undefined);
          const asking = { question, progress: progress.report };
          const notes = usesIndex ? await parts.projects.notesOn(engine, asking) : [];
          for (const note of notes) await context.mcpReq.log('info', note, 'dossier');
          return await callTool(parts, {
            tool,
            engine,
            input: withSession(tool, rest, await parts.session?.(engine, clientName(server, context))),
            context,
            progress,
            notes,
          });
        } catch (error) {
          return errorResult(parts, error, tool.name);
        }
      },
    );
  }
  registerResources(server, parts);
  registerPrompts(server, parts);
  maskErrors(server);
  server.server.onerror = (error) => parts.report(error.message);
  return server;
}

/**
 * Hints about a tool, derived from what its operations do. A hint that equals the default is omitted: the list costs
 * every session tokens.
 */
function annotationsOf(tool: Tool): ToolAnnotations {
  const effects = [...tool.operations.values()].map((operation) => operation.effect);
  if (effects.every((effect) => effect === 'read')) {
    return { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  }
  return { destructiveHint: effects.includes('destroy'), openWorldHint: false };
}

/** Since 2026 each request names its client; before, the connection did. */
function clientName(server: McpServer, context: ServerContext): string | undefined {
  const client = declaredBy(context, CLIENT_INFO_META_KEY) ?? server.server.getClientVersion() ?? {};
  return typeof client === 'object' && 'name' in client ? String(client.name) : undefined;
}

/** What the request itself says of the client. */
function declaredBy(context: ServerContext, key: string): unknown {
  return new Map<string, unknown>(Object.entries(context.mcpReq.envelope ?? {})).get(key);
}

function withSession(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  session: string | undefined,
): Readonly<Record<string, unknown>> {
  const takes = [...tool.operations.values()].some((operation) => 'session' in operation.input.shape);
  return session === undefined || !takes || input['session'] !== undefined ? input : { ...input, session };
}

const ROOTS = 'roots';

/**
 * Asks the client for its roots once, at the first tool call, and again when it says they changed. Returning the
 * question works for every protocol revision; the SDK asks older clients itself.
 */
function rootsOf(server: McpServer, parts: McpParts) {
  let known = !parts.followRoots;
  server.server.setNotificationHandler('notifications/roots/list_changed', () => {
    known = !parts.followRoots;
  });
  const hasRoots = (context: ServerContext): boolean => {
    const capabilities =
      declaredBy(context, CLIENT_CAPABILITIES_META_KEY) ?? server.server.getClientCapabilities() ?? {};
    return typeof capabilities === 'object' && 'roots' in capabilities;
  };
  return {
    ask(context: ServerContext): InputRequiredResult | undefined {
      if (known || !hasRoots(context)) return undefined;
      const answer = inputResponse(context.mcpReq.inputResponses, ROOTS);
      if (answer.kind === 'roots') {
        parts.projects.setFolders(answer.roots.flatMap((root) => folderOf(root.uri)));
        known = true;
        return undefined;
      }
      return inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } });
    },
  };
}

function folderOf(uri: string): readonly string[] {
  try {
    return [fileURLToPath(uri)];
  } catch (error) {
    // A root with another scheme, or a file URL of another host, names no local folder.
    if (error instanceof TypeError) return [];
    throw error;
  }
}
