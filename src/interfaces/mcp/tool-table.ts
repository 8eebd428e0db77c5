/** One MCP tool: which operation answers it and what of it the model gets to see. */
export interface ToolEntry {
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  /** The operation, or one per value of an `action` argument. */
  readonly operations: string | Readonly<Record<string, string>>;
  /**
   * Input fields shown to the model. Every field of the operation is accepted; the others are left out
   * of the list because each costs every session tokens.
   */
  readonly fields: readonly string[];
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
    fields: ['query', 'maxTokens', 'paths', 'entityTypes', 'fresh'],
    reply: CONTEXT_REPLY,
  },
  {
    tool: 'assemble_context',
    title: 'Assemble from every source',
    description:
      'Like context_query, across memories, experiences and commits too, with a budget shared among the sources. Use it when starting a task.',
    operations: 'assemble',
    fields: ['query', 'maxTokens', 'sources', 'fresh'],
    reply: CONTEXT_REPLY,
  },
  {
    tool: 'premortem',
    title: 'What went wrong before',
    description:
      'Lists what failed before in this domain and with this strategy, with evidence. Use it before a risky change.',
    operations: 'premortem',
    fields: ['task', 'domain', 'strategy', 'maxTokens'],
    reply: CONTEXT_REPLY,
  },
  {
    tool: 'remember',
    title: 'Store a memory',
    description: 'Stores a fact, decision, preference or workflow of this project for later sessions.',
    operations: 'memory add',
    fields: ['content', 'category', 'importance', 'tags'],
  },
  {
    tool: 'recall',
    title: 'Search memories',
    description: 'Searches the stored memories.',
    operations: 'memory search',
    fields: ['query', 'category', 'limit'],
  },
  {
    tool: 'experience',
    title: 'Record an attempt',
    description:
      'Records an attempt so that later premortems can use it: start (goal, hypothesis, action, prediction), update, resolve (outcome; falsified needs surprise and rootCause).',
    operations: { start: 'experience start', update: 'experience update', resolve: 'experience resolve' },
    fields: [
      'id',
      'domain',
      'strategy',
      'goal',
      'hypothesis',
      'action',
      'prediction',
      'outcome',
      'surprise',
      'rootCause',
      'lesson',
      'result',
    ],
  },
  {
    tool: 'read_source',
    title: 'Read lines of a file',
    description:
      'Reads lines of a project file as it is on disk now; use it for the rest of a shortened item.',
    operations: 'read',
    fields: ['path', 'startLine', 'endLine', 'maxTokens'],
  },
  {
    tool: 'status',
    title: 'State of the index',
    description: 'Tells what is indexed, how fresh it is and whether indexing is running.',
    operations: 'status',
    fields: [],
  },
];
