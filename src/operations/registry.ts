import { assembleItems } from './assemble-items.ts';
import { cite } from './cite.ts';
import { config } from './config.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { graph } from './graph.ts';
import type { Operation } from './operation.ts';
import { prime } from './prime.ts';
import {
  threadCreate,
  threadDelete,
  threadList,
  threadMessage,
  threadReference,
  threadShow,
} from './threads.ts';
import { tokenCreate, tokenList, tokenRevoke } from './tokens.ts';

/**
 * Every operation by its method name in the library, in the order help and the reference list them.
 * A new operation is added here and nowhere else.
 */
export const library = {
  prime,
  assembleItems,
  threadCreate,
  threadList,
  threadShow,
  threadMessage,
  threadReference,
  threadDelete,
  feedback,
  cite,
  tokenCreate,
  tokenList,
  tokenRevoke,
  files,
  graph,
  config,
};

export const operations: readonly Operation[] = Object.values(library);
