import { assemble, premortem } from './assemble.ts';
import { assembleItems } from './assemble-items.ts';
import { cite } from './cite.ts';
import { config } from './config.ts';
import { erase } from './erase.ts';
import { evaluate } from './eval.ts';
import {
  experienceAdopt,
  experienceDelete,
  experienceList,
  experienceReopen,
  experienceResolve,
  experienceStart,
  experienceUpdate,
} from './experiences.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { graph } from './graph.ts';
import { inboxAccept, inboxCapture, inboxEdit, inboxList, inboxReject } from './inbox.ts';
import { indexOperation } from './index-project.ts';
import { jobs } from './jobs.ts';
import { learn } from './learn.ts';
import { forget, memoryList, memoryRestore, memorySync, memoryUpdate, recall, remember } from './memories.ts';
import { migrate } from './migrate.ts';
import type { Operation } from './operation.ts';
import { pack } from './pack.ts';
import { prime } from './prime.ts';
import { projects } from './projects.ts';
import { query } from './query.ts';
import { read } from './read.ts';
import { repositoryAdd, repositoryList, repositoryRefresh, repositoryRemove } from './repositories.ts';
import { search } from './search.ts';
import { sessionList, sessionReset, sessionShow, sessionUsed } from './sessions.ts';
import { status } from './status.ts';
import { suggest } from './suggest.ts';
import {
  threadCreate,
  threadDelete,
  threadList,
  threadMessage,
  threadReference,
  threadRename,
  threadShow,
} from './threads.ts';
import { tokenCreate, tokenList, tokenRevoke } from './tokens.ts';
import { knowledgeExport, knowledgeImport } from './transfer.ts';
import {
  valuesAccept,
  valuesCluster,
  valuesList,
  valuesMap,
  valuesPropose,
  valuesUndo,
  valuesWithdraw,
} from './values.ts';

/**
 * Every operation by its library method name, in the order of the help, the reference and the tool list. To add an
 * operation, declare it in its own file and name it here.
 */
export const library = {
  query,
  search,
  suggest,
  prime,
  assemble,
  premortem,
  pack,
  assembleItems,
  remember,
  recall,
  forget,
  memoryList,
  memoryUpdate,
  memoryRestore,
  memorySync,
  erase,
  inboxCapture,
  inboxList,
  inboxAccept,
  inboxEdit,
  inboxReject,
  experienceStart,
  experienceUpdate,
  experienceResolve,
  experienceReopen,
  experienceAdopt,
  experienceDelete,
  experienceList,
  valuesCluster,
  valuesUndo,
  valuesList,
  valuesPropose,
  valuesAccept,
  valuesWithdraw,
  valuesMap,
  learn,
  export: knowledgeExport,
  import: knowledgeImport,
  sessionList,
  sessionShow,
  sessionUsed,
  sessionReset,
  threadCreate,
  threadList,
  threadShow,
  threadMessage,
  threadReference,
  threadRename,
  threadDelete,
  feedback,
  cite,
  read,
  graph,
  files,
  index: indexOperation,
  status,
  projects,
  repositoryAdd,
  repositoryList,
  repositoryRefresh,
  repositoryRemove,
  jobs,
  config,
  eval: evaluate,
  migrate,
  tokenCreate,
  tokenList,
  tokenRevoke,
};

export const operations: readonly Operation[] = Object.values(library);
