/** One MCP tool: which operation answers it and what of it the model gets to see. */
export interface ToolEntry {
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  /** The operation, or one per value of a `step` argument. */
  readonly operations: string | Readonly<Record<string, string>>;
  /**
   * Input fields shown to the model. Every field of the operation is accepted; the others are left out
   * of the list because each costs every session tokens.
   */
  readonly fields: readonly string[];
  /** True when the answer comes from the index, so that it is worth waiting a moment for it. */
  readonly indexed: boolean;
  /** Input field with the path of a file; a shared server gives it only when it is in the caller's index. */
  readonly indexedPath?: string;
  /** Operation that scans the files when there is no index yet, and the field that takes the query. */
  readonly scan?: { readonly operation: string; readonly queryField: string };
  /** Claude Code shows the model only the names of other tools until it looks for them. */
  readonly alwaysShown?: boolean;
  /** Fields of the reply in the structured result and its schema; all, without a schema, when absent. */
  readonly reply?: readonly string[];
}

const CONTEXT_REPLY = ['context', 'tokenCount', 'budget', 'truncated', 'warnings'] as const;

/** Which operations are tools, under which names. The whole list costs at most 2,000 tokens (tested). */
export const TOOL_TABLE: readonly ToolEntry[] = [
  {
    tool: 'context_query',
    title: 'Find code and docs',
    description:
      'Finds the code, docs and history for a task, question, symbol, error or stack trace and returns the exact lines inside a token budget. Use it before grep or reading files.',
    operations: 'query',
    indexed: true,
    alwaysShown: true,
    scan: { operation: 'pack', queryField: 'task' },
    fields: ['query', 'maxTokens', 'paths', 'fresh'],
    reply: CONTEXT_REPLY,
  },
  {
    tool: 'assemble_context',
    title: 'Assemble from every source',
    description:
      'Like context_query, across memories, experiences and commits too, with a budget shared among the sources. Use it when starting a task.',
    operations: 'assemble',
    indexed: true,
    fields: ['query', 'maxTokens', 'types', 'fresh'],
    reply: CONTEXT_REPLY,
  },
  {
    tool: 'premortem',
    title: 'What went wrong before',
    description:
      'Lists what failed before in this domain and with this strategy, with evidence. Use it before a risky change.',
    operations: 'premortem',
    indexed: true,
    fields: ['domain', 'task', 'files', 'strategy', 'maxTokens'],
    reply: CONTEXT_REPLY,
  },
  {
    tool: 'remember',
    title: 'Keep a memory',
    description: 'Keeps a fact, decision, preference or warning about this project for later sessions.',
    operations: 'remember',
    indexed: false,
    fields: ['content', 'category', 'importance', 'tags'],
  },
  {
    tool: 'recall',
    title: 'Search memories',
    description: 'Finds what was remembered about something.',
    operations: 'recall',
    indexed: false,
    fields: ['query', 'categories', 'limit'],
  },
  {
    tool: 'experience',
    title: 'Record an attempt',
    description:
      'Records an attempt, so that premortems can warn of it: start (domain, strategy, goal, hypothesis, action, prediction), update, resolve (outcome, result; falsified needs surprise and rootCause).',
    operations: { start: 'experience start', update: 'experience update', resolve: 'experience resolve' },
    indexed: false,
    fields: [
      'domain',
      'strategy',
      'goal',
      'hypothesis',
      'action',
      'prediction',
      'outcome',
      'result',
      'surprise',
      'rootCause',
      'whatWorked',
    ],
  },
  {
    tool: 'read_source',
    title: 'Read lines of a file',
    description:
      'Reads lines of a project file as it is on disk now; use it for the rest of a shortened item.',
    operations: 'read',
    indexed: false,
    indexedPath: 'path',
    fields: ['path', 'startLine', 'endLine', 'maxTokens'],
  },
  {
    tool: 'status',
    title: 'State of the index',
    description: 'Tells what is indexed, how fresh it is and whether indexing is running.',
    operations: 'status',
    indexed: false,
    fields: [],
    reply: ['indexed', 'files'],
  },
];
