import type { SearchStrategy } from '../core/vocabulary.ts';
import type {
  AssembleInput,
  AssembleItemsInput,
  GraphInput,
  IndexInput,
  PackInput,
  PremortemInput,
  PrimeInput,
  QueryInput,
  ReadInput,
  RecallInput,
  RememberInput,
  SearchInput,
  StatusInput,
  SuggestInput,
} from './ask-inputs.ts';
import type {
  CiteInput,
  EraseInput,
  ExperienceAdoptInput,
  ExperienceDeleteInput,
  ExperienceListInput,
  ExperienceReopenInput,
  ExperienceResolveInput,
  ExperienceStartInput,
  ExperienceUpdateInput,
  ExportInput,
  FeedbackInput,
  ForgetInput,
  ImportInput,
  InboxAcceptInput,
  InboxCaptureInput,
  InboxEditInput,
  InboxListInput,
  InboxRejectInput,
  LearnInput,
  MemoryListInput,
  MemoryRestoreInput,
  MemorySyncInput,
  MemoryUpdateInput,
  SessionListInput,
  SessionResetInput,
  SessionShowInput,
  SessionUsedInput,
  ThreadCreateInput,
  ThreadDeleteInput,
  ThreadListInput,
  ThreadMessageInput,
  ThreadReferenceInput,
  ThreadRenameInput,
  ThreadShowInput,
  ValuesAcceptInput,
  ValuesClusterInput,
  ValuesListInput,
  ValuesMapInput,
  ValuesProposeInput,
  ValuesUndoInput,
  ValuesWithdrawInput,
} from './record-inputs.ts';

// Generated from the schemas of the operations by `npm run docs`.

export interface FilesInput {
  /** Only paths matching these globs; !glob excludes. */
  paths?: string[] | undefined;
  /** At most this many files. Default: 100000. */
  limit?: number | undefined;
  /** Skip this many. Default: 0. */
  offset?: number | undefined;
}

export type ProjectsInput = Record<string, never>;

export interface RepositoryAddInput {
  /** Address of the repository. */
  url: string;
  /** Name of the project; default: organisation/repository of the address. */
  name?: string | undefined;
  /** Branch to index; default: that of the repository. */
  branch?: string | undefined;
}

export type RepositoryListInput = Record<string, never>;

export interface RepositoryRefreshInput {
  /** Name of its project, or its id. */
  repository: string;
}

export interface RepositoryRemoveInput {
  /** Name of its project, or its id. */
  repository: string;
}

export interface JobsInput {
  /** Only jobs of this project. */
  project?: string | undefined;
  /** Only jobs in these states. */
  states?: ('waiting' | 'running' | 'done' | 'failed' | 'merged')[] | undefined;
  /** At most this many, the newest. Default: 50. */
  limit?: number | undefined;
  /** Skip this many. Default: 0. */
  offset?: number | undefined;
}

export type ConfigInput = Record<string, never>;

export interface EvalInput {
  /** Only commits since: a date, or 3d, 2w, 6m. */
  since?: string | undefined;
  /** At most this many commits. Default: 100. */
  commits?: number | undefined;
  /** Tokens of each context. Default: 4000. */
  budget?: number | undefined;
  /** o200k_base, cl100k_base, characters, words, another tokenizer, or a model name. Default: o200k_base. */
  counter?: string | undefined;
  /** Which strategies search. */
  strategies?: SearchStrategy[] | undefined;
  /** Only paths matching these globs; !glob excludes. */
  paths?: string[] | undefined;
  /** Print the last evaluation instead of measuring again. Default: false. */
  last?: boolean | undefined;
}

export interface MigrateInput {
  /** Path of a SQLite file or a postgres:// address; default: the store in use. */
  from?: string | undefined;
  /** Path of a SQLite file or a postgres:// address. */
  to: string;
  /** Whose records to copy; default: the current owner. */
  owner?: string | undefined;
}

export interface TokenCreateInput {
  /** What or whom the token is for. */
  name: string;
  /** read: ask; write: change; admin: manage tokens; projects: ask about all projects of the owner. */
  scopes?: ('read' | 'write' | 'admin' | 'projects')[] | undefined;
  /** Expires after this many days; default: never. */
  days?: number | undefined;
}

export type TokenListInput = Record<string, never>;

export interface TokenRevokeInput {
  /** Id, as listed. */
  id: string;
}

/** The input of every method by its name. */
export interface Inputs {
  query: QueryInput;
  search: SearchInput;
  suggest: SuggestInput;
  prime: PrimeInput;
  assemble: AssembleInput;
  premortem: PremortemInput;
  pack: PackInput;
  assembleItems: AssembleItemsInput;
  remember: RememberInput;
  recall: RecallInput;
  forget: ForgetInput;
  memoryList: MemoryListInput;
  memoryUpdate: MemoryUpdateInput;
  memoryRestore: MemoryRestoreInput;
  memorySync: MemorySyncInput;
  erase: EraseInput;
  inboxCapture: InboxCaptureInput;
  inboxList: InboxListInput;
  inboxAccept: InboxAcceptInput;
  inboxEdit: InboxEditInput;
  inboxReject: InboxRejectInput;
  experienceStart: ExperienceStartInput;
  experienceUpdate: ExperienceUpdateInput;
  experienceResolve: ExperienceResolveInput;
  experienceReopen: ExperienceReopenInput;
  experienceAdopt: ExperienceAdoptInput;
  experienceDelete: ExperienceDeleteInput;
  experienceList: ExperienceListInput;
  valuesCluster: ValuesClusterInput;
  valuesUndo: ValuesUndoInput;
  valuesList: ValuesListInput;
  valuesPropose: ValuesProposeInput;
  valuesAccept: ValuesAcceptInput;
  valuesWithdraw: ValuesWithdrawInput;
  valuesMap: ValuesMapInput;
  learn: LearnInput;
  export: ExportInput;
  import: ImportInput;
  sessionList: SessionListInput;
  sessionShow: SessionShowInput;
  sessionUsed: SessionUsedInput;
  sessionReset: SessionResetInput;
  threadCreate: ThreadCreateInput;
  threadList: ThreadListInput;
  threadShow: ThreadShowInput;
  threadMessage: ThreadMessageInput;
  threadReference: ThreadReferenceInput;
  threadRename: ThreadRenameInput;
  threadDelete: ThreadDeleteInput;
  feedback: FeedbackInput;
  cite: CiteInput;
  read: ReadInput;
  graph: GraphInput;
  files: FilesInput;
  index: IndexInput;
  status: StatusInput;
  projects: ProjectsInput;
  repositoryAdd: RepositoryAddInput;
  repositoryList: RepositoryListInput;
  repositoryRefresh: RepositoryRefreshInput;
  repositoryRemove: RepositoryRemoveInput;
  jobs: JobsInput;
  config: ConfigInput;
  eval: EvalInput;
  migrate: MigrateInput;
  tokenCreate: TokenCreateInput;
  tokenList: TokenListInput;
  tokenRevoke: TokenRevokeInput;
}
