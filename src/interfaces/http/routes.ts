import type { library } from '../../operations/registry.ts';

/** The library's names of the operations, as the client's methods and the OpenAPI document use them. */
export type OperationName = keyof typeof library;

/** Names, percent-encoded, another project of the store that a request is about. */
export const PROJECT_HEADER = 'Dossier-Project';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` stands for the input field of that name. */
  readonly path: string;
  /** What a token must be allowed to do. Default: read for operations that read, write for the others. */
  readonly scope?: 'admin';
  /** Input fields that make no sense for one request. */
  readonly omit?: readonly string[];
  /** Input field with the path of a file that must be in the caller's own index. */
  readonly indexedPath?: string;
  /** Takes the processor for tens of milliseconds or more: only a few run at a time. */
  readonly costly?: true;
  /** May take minutes; ask for an event stream to follow it. */
  readonly long?: true;
}

/** Where each operation is served. Everything else of the interface is derived from the operation itself. */
export const ROUTES = {
  query: { method: 'POST', path: '/context/query', costly: true },
  search: { method: 'POST', path: '/search', costly: true },
  suggest: { method: 'GET', path: '/suggest' },
  prime: { method: 'POST', path: '/context/build', costly: true },
  assemble: { method: 'POST', path: '/context/assemble', costly: true },
  premortem: { method: 'POST', path: '/context/premortem', costly: true },
  remember: { method: 'POST', path: '/memories' },
  recall: { method: 'POST', path: '/memories/search' },
  memoryList: { method: 'GET', path: '/memories' },
  memoryUpdate: { method: 'PATCH', path: '/memories/:id' },
  memoryRestore: { method: 'POST', path: '/memories/:id/restore' },
  forget: { method: 'DELETE', path: '/memories/:id' },
  experienceStart: { method: 'POST', path: '/experiences' },
  experienceUpdate: { method: 'POST', path: '/experiences/update' },
  experienceResolve: { method: 'POST', path: '/experiences/resolve' },
  experienceAdopt: { method: 'POST', path: '/experiences/:id/adopt' },
  experienceDelete: { method: 'DELETE', path: '/experiences/:id' },
  experienceList: { method: 'GET', path: '/experiences' },
  learn: { method: 'GET', path: '/knowledge/report' },
  valuesCluster: { method: 'POST', path: '/values/cluster', long: true },
  valuesList: { method: 'GET', path: '/values' },
  valuesPropose: { method: 'POST', path: '/values/:id/propose' },
  valuesMap: { method: 'GET', path: '/values/map' },
  valuesAccept: { method: 'POST', path: '/values/:id/accept' },
  export: { method: 'GET', path: '/knowledge', long: true },
  import: { method: 'POST', path: '/knowledge', long: true },
  sessionShow: { method: 'GET', path: '/sessions/:session' },
  sessionUsed: { method: 'POST', path: '/sessions/:session/used' },
  sessionReset: { method: 'DELETE', path: '/sessions/:session' },
  threadCreate: { method: 'POST', path: '/threads' },
  threadList: { method: 'GET', path: '/threads' },
  threadShow: { method: 'GET', path: '/threads/:thread' },
  threadMessage: { method: 'POST', path: '/threads/:thread/messages' },
  threadReference: { method: 'POST', path: '/threads/:thread/references' },
  threadRename: { method: 'PATCH', path: '/threads/:thread' },
  threadDelete: { method: 'DELETE', path: '/threads/:thread' },
  feedback: { method: 'POST', path: '/context/feedback' },
  cite: { method: 'POST', path: '/context/cite' },
  index: { method: 'POST', path: '/index', long: true, omit: ['watch'] },
  status: { method: 'GET', path: '/index' },
  projects: { method: 'GET', path: '/projects' },
  files: { method: 'GET', path: '/index/files' },
  read: { method: 'GET', path: '/index/source', indexedPath: 'path' },
  graph: { method: 'GET', path: '/index/graph' },
  tokenCreate: { method: 'POST', path: '/tokens', scope: 'admin' },
  tokenList: { method: 'GET', path: '/tokens', scope: 'admin' },
  tokenRevoke: { method: 'DELETE', path: '/tokens/:id', scope: 'admin' },
} as const satisfies Partial<Record<OperationName, Route>>;

export type ServedName = keyof typeof ROUTES;

/** Operations that are not served, and why: they show or change the machine, not the owner's records. */
export const NOT_SERVED = {
  assembleItems: 'reads any file of the project by path, indexed for the caller or not',
  pack: 'reads any file of the project by path, indexed for the caller or not',
  eval: 'runs for minutes and tells the operator about settings',
  migrate: 'opens any database by its path or address',
  config: 'shows settings and paths of the server',
} as const satisfies Partial<Record<OperationName, string>>;

/** Names of the fields in a path: `/threads/:thread/messages` → `thread`. */
export function pathFields(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}
