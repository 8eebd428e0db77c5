import type { z } from 'zod';
import type { citationSchema } from '../core/context.ts';
import type { Axis, MemoryScope, Outcome } from '../core/vocabulary.ts';

// Generated from the schemas of the operations by `npm run docs`.

export interface ForgetInput {
  /** Id of the memory, for example mem-1f3a9c02. */
  id: string;
  /** Delete it for good. Default: false. */
  erase?: boolean | undefined;
}

export interface MemoryListInput {
  /** current, superseded, ended or all. Default: current. */
  status?: 'current' | 'superseded' | 'ended' | 'all' | undefined;
  /** Only these categories. */
  categories?:
    | ('preference' | 'fact' | 'event' | 'workflow' | 'context' | 'error' | 'decision')[]
    | undefined;
  /** Only memories of these scopes: project, branch, user, team. */
  scope?: MemoryScope[] | undefined;
  /** At most this many. Default: 50. */
  limit?: number | undefined;
  /** Skip this many. Default: 0. */
  offset?: number | undefined;
}

export interface MemoryUpdateInput {
  /** Id of the memory, for example mem-1f3a9c02. */
  id: string;
  /** What to remember, in one or a few sentences. */
  content?: string | undefined;
  /** New category. */
  category?: 'preference' | 'fact' | 'event' | 'workflow' | 'context' | 'error' | 'decision' | undefined;
  /** New importance, 0 to 1. */
  importance?: number | undefined;
  /** New tags, replacing the old. */
  tags?: string[] | undefined;
  /** New files, replacing the old. */
  files?: string[] | undefined;
  /** New scope: project, branch, user or team. */
  scope?: MemoryScope | undefined;
}

export interface MemoryRestoreInput {
  /** Id of the memory, for example mem-1f3a9c02. */
  id: string;
}

export interface MemorySyncInput {
  /** Also write the memories the project already has to files. Default: false. */
  share?: boolean | undefined;
}

export interface EraseInput {
  /** Only records of this session or thread. */
  session?: string | undefined;
  /** Only records made since: a date, or 3d, 2w, 6m. */
  since?: string | undefined;
  /** Only records made before: a date, or 3d, 2w, 6m ago. */
  until?: string | undefined;
  /** Only records that contain this text, in upper or lower case. */
  text?: string | undefined;
  /** Count the records without erasing them. Default: false. */
  preview?: boolean | undefined;
}

export interface InboxCaptureInput {
  /** The transcript, as JSON lines. */
  transcript: string;
  /** The session it records. */
  session?: string | undefined;
}

export interface InboxListInput {
  /** open, accepted or rejected. Default: open. */
  status?: 'open' | 'accepted' | 'rejected' | undefined;
  /** At most this many. Default: 50. */
  limit?: number | undefined;
  /** Skip this many. Default: 0. */
  offset?: number | undefined;
}

export interface InboxAcceptInput {
  /** Id of the draft, for example drf-1f3a9c02. */
  id: string;
  /** Your wording. */
  text?: string | undefined;
}

export interface InboxEditInput {
  /** Id of the draft, for example drf-1f3a9c02. */
  id: string;
  /** The new wording. */
  text: string;
}

export interface InboxRejectInput {
  /** Id of the draft, for example drf-1f3a9c02. */
  id: string;
}

export interface ExperienceStartInput {
  /** What sort of work it is: debugging, refactoring, feature, testing, configuration, documentation, performance, security, integration, or a word of your own. */
  domain: string;
  /** How it is approached: systematic-elimination, trial-and-error, research-first, divide-and-conquer, root-cause-analysis, copy-from-similar, check-assumptions, read-the-error, ask-user, or a word of your own. */
  strategy: string;
  /** What is to be achieved. */
  goal: string;
  /** What is believed to be the case. */
  hypothesis: string;
  /** What is done about it. */
  action: string;
  /** What will be seen if the hypothesis holds. */
  prediction: string;
  /** Its session, which has one active experience at a time. Default: default. */
  session?: string | undefined;
  /** Files in question, relative to the project root. */
  files?: string[] | undefined;
  /** Who works on it. */
  author?: string | undefined;
}

export interface ExperienceUpdateInput {
  /** Id of the experience; default: the session's active one. */
  id?: string | undefined;
  /** Its session, which has one active experience at a time. Default: default. */
  session?: string | undefined;
  /** The new belief. */
  hypothesis?: string | undefined;
  /** What is done now. */
  action?: string | undefined;
  /** What is expected now. */
  prediction?: string | undefined;
  /** The new approach. */
  strategy?: string | undefined;
  /** Files in question. */
  files?: string[] | undefined;
  /** Something seen on the way. */
  note?: string | undefined;
}

export interface ExperienceResolveInput {
  /** Id of the experience; default: the session's active one. */
  id?: string | undefined;
  /** Its session, which has one active experience at a time. Default: default. */
  session?: string | undefined;
  /** What became of the hypothesis. */
  outcome: Outcome;
  /** What was seen. */
  result: string;
  /** falsified: what was not expected. */
  surprise?: string | undefined;
  /** falsified: why the hypothesis was wrong: wrong-assumption, missing-knowledge, oversight, environment-issue, misleading-symptom, incomplete-fix, wrong-scope, test-isolation, timing-issue, or a word of your own. */
  rootCause?: string | undefined;
  /** The cause in words. */
  rootCauseDetail?: string | undefined;
  /** The outcome was read from a real test or build result, not stated. Default: false. */
  captured?: boolean | undefined;
  /** What worked. */
  whatWorked?: string | undefined;
  /** What to do next time. */
  takeaway?: string | undefined;
}

export interface ExperienceReopenInput {
  /** Id of the experience, for example exp-1f3a9c02. */
  id: string;
}

export interface ExperienceAdoptInput {
  /** Id of the experience, for example exp-1f3a9c02. */
  id: string;
  /** Its session, which has one active experience at a time. Default: default. */
  session?: string | undefined;
}

export interface ExperienceDeleteInput {
  /** Id of the experience, for example exp-1f3a9c02. */
  id: string;
}

export interface ExperienceListInput {
  /** Search for this instead of listing. */
  query?: string | undefined;
  /** What to search: the whole story or one side of it. Default: full. */
  axis?: Axis | undefined;
  /** active or resolved. */
  status?: 'active' | 'resolved' | undefined;
  /** Only this sort of work, by its name or in your own word. */
  domain?: string | undefined;
  /** Only this approach, by its name or in your own word. */
  strategy?: string | undefined;
  /** Only this outcome. */
  outcome?: Outcome | undefined;
  /** Only experiences of this author. */
  author?: string | undefined;
  /** Only what changed since: a date, or 3d, 2w, 6m. */
  since?: string | undefined;
  /** At most this many. Default: 20. */
  limit?: number | undefined;
  /** Skip this many when listing; a search ignores it. Default: 0. */
  offset?: number | undefined;
}

export interface ValuesClusterInput {
  /** Which side of the experiences to compare. Default: full. */
  axis?: Axis | undefined;
}

export interface ValuesUndoInput {
  /** Which side of the experiences was compared. Default: full. */
  axis?: Axis | undefined;
}

export interface ValuesListInput {
  /** Only values of this side of the experiences. */
  axis?: Axis | undefined;
  /** current, or stale: no longer a cluster. */
  status?: 'current' | 'stale' | undefined;
}

export interface ValuesProposeInput {
  /** Id of the value, for example val-1f3a9c02. */
  id: string;
  /** A text of your own to measure. */
  text?: string | undefined;
  /** At most this many. Default: 5. */
  limit?: number | undefined;
}

export interface ValuesAcceptInput {
  /** Id of the value, for example val-1f3a9c02. */
  id: string;
  /** Your wording; absent: the proposed text. */
  text?: string | undefined;
}

export interface ValuesWithdrawInput {
  /** Id of the value, for example val-1f3a9c02. */
  id: string;
}

export interface ValuesMapInput {
  /** Which side of the experiences to compare. Default: full. */
  axis?: Axis | undefined;
}

export interface LearnInput {
  /** What counts as changed: a date, or 3d, 2w, 6m. Default: 7d. */
  since?: string | undefined;
}

export interface ExportInput {
  /** Only these kinds. */
  kinds?: ('memory' | 'experience' | 'value')[] | undefined;
  /** dossier, claude-mem, mem0, beads, or markdown for AGENTS.md and CLAUDE.md. Default: dossier. */
  as?: 'dossier' | 'claude-mem' | 'mem0' | 'beads' | 'markdown' | undefined;
}

export interface ImportInput {
  /** The output of export, or of another program. */
  text: string;
  /** dossier, claude-mem, mem0, beads or markdown; default: detected. */
  as?: 'dossier' | 'claude-mem' | 'mem0' | 'beads' | 'markdown' | undefined;
}

export interface SessionListInput {
  /** Only what was given since: a date, or 3d, 2w, 6m. */
  since?: string | undefined;
  /** At most this many deliveries. Default: 50. */
  limit?: number | undefined;
  /** Skip this many. Default: 0. */
  offset?: number | undefined;
}

export interface SessionShowInput {
  /** Name of the session, as passed with the questions. */
  session: string;
}

export interface SessionUsedInput {
  /** Name of the session, as passed with the questions. */
  session: string;
  /** Text of the answer, with ids such as [mem-1k2j3]. */
  answer: string;
}

export interface SessionResetInput {
  /** Name of the session, as passed with the questions. */
  session: string;
}

export interface ThreadCreateInput {
  /** What the conversation is about. */
  title: string;
  /** Id or name of the parent thread. */
  parent?: string | undefined;
}

export interface ThreadListInput {
  /** At most this many. Default: 50. */
  limit?: number | undefined;
  /** Skip this many. Default: 0. */
  offset?: number | undefined;
}

export interface ThreadShowInput {
  /** Id or name of a thread. */
  thread: string;
  /** At most this many of the latest messages. Default: 50. */
  limit?: number | undefined;
  /** Skip this many of the latest. Default: 0. */
  offset?: number | undefined;
}

export interface ThreadMessageInput {
  /** Id or name of a thread. */
  thread: string;
  /** Text of the message. */
  content: string;
  /** Who says it. Default: user. */
  role?: 'user' | 'assistant' | 'system' | 'tool' | undefined;
  /** Idempotency key: the same key adds the message once. */
  key?: string | undefined;
}

export interface ThreadReferenceInput {
  /** Id or name of a thread. */
  thread: string;
  /** src/a.ts, src/a.ts:10-20, docs/ (a folder) or thread:name; a leading @ is allowed. */
  target: string;
  /** 1 is printed before 2, 2 before 3. Default: 1. */
  tier?: number | undefined;
  /** Who added it. Default: manual. */
  origin?: 'manual' | 'agent-added' | undefined;
  /** Remove the reference instead. Default: false. */
  remove?: boolean | undefined;
}

export interface ThreadRenameInput {
  /** Id or name of a thread. */
  thread: string;
  /** What the conversation is about. */
  title: string;
}

export interface ThreadDeleteInput {
  /** Id or name of a thread. */
  thread: string;
}

export interface FeedbackInput {
  /** Ids of items, from the reply of query, assemble or prime. */
  items: string[];
  /** Your verdict. Default: useful. */
  verdict?: 'useful' | 'not-useful' | 'cited' | 'dismissed' | undefined;
  /** Take one such verdict back. Default: false. */
  withdraw?: boolean | undefined;
}

export interface CiteInput {
  /** Text that may hold citation ids such as [cod-120492837]. */
  answer: string;
  /** The citations of the context behind the answer. */
  citations: z.input<typeof citationSchema>[];
  /** Count used citations as feedback. Default: true. */
  record?: boolean | undefined;
}
