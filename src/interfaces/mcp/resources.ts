import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { requireIndexed } from '../../context/read-source.ts';
import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import type { StoredRecord } from '../../core/store.ts';
import { maskSecretsInPath } from '../../core/text/mask-secrets.ts';
import type { ProjectSet } from './project-set.ts';

/** Page size of the list. */
const PAGE = 100;
/** Memories in the list; older ones are reached by URI or search. */
const LISTED_MEMORIES = 1000;
const COMPLETED = 50;
const FILE = 'dossier://file/';
const MEMORY = 'dossier://memory/';

/** Project files as they are on disk, and stored memories, as resources. */
export function registerResources(
  server: McpServer,
  { projects, shared }: { readonly projects: ProjectSet; readonly shared: boolean },
): void {
  const project = () => projects.choose();
  server.registerResource(
    'file',
    new ResourceTemplate(`${FILE}{+path}`, {
      // Listed page by page by the handler below.
      list: undefined,
      complete: {
        path: async (start) =>
          (await filesOf(await project())).filter((path) => path.startsWith(start)).slice(0, COMPLETED),
      },
    }),
    { title: 'Project file', description: 'A file of the project as it is on disk', mimeType: 'text/plain' },
    async (uri) => {
      const path = nameIn(uri, FILE);
      const engine = await project();
      if (shared) await requireIndexed(engine, path);
      const file = await (await engine.reader()).read(path);
      if (typeof file === 'string') throw notFound(uri, file);
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: file.lines.join('\n') }] };
    },
  );
  server.registerResource(
    'memory',
    new ResourceTemplate(`${MEMORY}{id}`, {
      list: undefined,
      complete: {
        id: async (start) =>
          (await memoriesOf(await project())).map(({ id }) => id).filter((id) => id.startsWith(start)),
      },
    }),
    { title: 'Memory', description: 'A stored memory of the project', mimeType: 'application/json' },
    async (uri) => {
      const id = nameIn(uri, MEMORY);
      const engine = await project();
      const record = await (await recordsOf(engine)).get('memory', id);
      if (record === undefined) throw notFound(uri, 'no memory has this id.');
      const text = JSON.stringify({ id, ...record.body }, null, 2);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    },
  );
  server.server.setRequestHandler('resources/list', async ({ params }) => {
    const start = Number(params?.cursor ?? 0);
    if (!Number.isInteger(start) || start < 0) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `"${params?.cursor}" is not a cursor of this list. Start without one.`,
      );
    }
    const all = await listed(await project());
    const next = start + PAGE;
    return {
      resources: all.slice(start, next),
      ...(next < all.length ? { nextCursor: String(next) } : {}),
    };
  });
}

/** What an address names, decoded: encoded, a secret in it may not look like one. */
function nameIn(uri: URL, start: string): string {
  const name = decodeURIComponent(uri.href.slice(start.length));
  if (maskSecretsInPath(name) !== name) throw notFound(uri, 'secret');
  return name;
}

/** The address may be anything the caller sent. */
function notFound({ href }: URL, reason: string): ResourceNotFoundError {
  const shown = maskSecretsInPath(decodeURIComponent(href));
  return new ResourceNotFoundError(shown, `${shown}: ${reason}`);
}

/** Memories, newest first, then files by path. */
async function listed(engine: Engine): Promise<readonly { readonly uri: string; readonly name: string }[]> {
  const [memories, files] = await Promise.all([memoriesOf(engine), filesOf(engine)]);
  return [
    ...memories.map(({ id, text }) => ({
      uri: `${MEMORY}${encodeURIComponent(id)}`,
      name: text.slice(0, 60),
    })),
    ...files.map((path) => ({ uri: `${FILE}${encodeURI(path)}`, name: path })),
  ];
}

async function filesOf(engine: Engine): Promise<readonly string[]> {
  const files = await (await engine.store()).index(engine.scope).files();
  return files.map((file) => file.path).sort();
}

async function memoriesOf(engine: Engine): Promise<readonly StoredRecord[]> {
  return (await recordsOf(engine)).list('memory', { limit: LISTED_MEMORIES, order: 'newest' });
}
