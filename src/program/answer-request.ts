import { resolve } from 'node:path';
import type { Engine } from '../core/engine.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import { type HookServices, runHook } from '../interfaces/hooks/run-hook.ts';
import { openEngine, storeIdentity } from '../open-engine.ts';
import { hookServices } from './hook-services.ts';
import { optionsOf } from './options-of.ts';
import type { CommandRequest, HookRequest, PrivateRequest } from './private-socket.ts';

interface Answerer {
  /** What the process would answer itself; undefined if it has to. */
  readonly answer: (request: PrivateRequest) => Promise<unknown>;
  /** Whether settings or store are no longer those of the first answer. */
  readonly isOutdated: () => boolean;
  readonly close: () => Promise<void>;
}

interface Kept {
  readonly key: string;
  readonly engine: Engine;
  /** Opens the project as it is now. */
  readonly again: () => Kept | undefined;
}

/**
 * Answers hooks and commands of a project with engines that stay open. Each request has the project opened anew, and
 * is refused if its settings or its store differ from those of the first. `onOpen` is told of each engine kept.
 */
export function createAnswerer(globals: Globals, onOpen: (engine: Engine) => void): Answerer {
  const kept = new Map<PrivateRequest['kind'], Kept>();

  function engineFor(kind: PrivateRequest['kind'], open: () => Kept | undefined): Engine | undefined {
    const now = open();
    if (now === undefined) return undefined;
    const first = kept.get(kind);
    if (first === undefined) {
      kept.set(kind, now);
      onOpen(now.engine);
      return now.engine;
    }
    return first.key === now.key ? first.engine : undefined;
  }

  async function answerHook(request: HookRequest): Promise<string | undefined> {
    const { payload, named, started, limit, parent, folder } = request;
    const services = hookServices(globals, parent);
    const engine = engineFor('hook', () => keep(() => services.openEngine(folder), folder));
    if (engine === undefined) return undefined;
    let reply = '';
    await runHook({
      ...(named === undefined ? {} : { named }),
      readInput: async () => payload,
      write: (text) => {
        reply = text;
      },
      clock: Date.now,
      limit,
      elapsed: () => Date.now() - started,
      load: async () => forNextHook(services, engine),
    });
    return reply;
  }

  async function answerCommand(request: CommandRequest): Promise<unknown> {
    const { answerCommand } = await import('./answer-command.ts');
    return answerCommand(request, (given) =>
      engineFor('command', () => keep(() => openForCommand(given, request.folder), request.folder)),
    );
  }

  return {
    answer: (request) => (request.kind === 'hook' ? answerHook(request) : answerCommand(request)),
    isOutdated: () => [...kept.values()].some(({ key, again }) => again()?.key !== key),
    close: async () => {
      await Promise.all([...kept.values()].map(({ engine }) => engine.close()));
    },
  };
}

/** An engine with all that decides its answers; undefined without a store. */
function keep(open: () => Engine | undefined, folder: string): Kept | undefined {
  const engine = open();
  const store = engine && storeIdentity(engine, folder);
  if (engine === undefined || store === undefined) return undefined;
  const key = JSON.stringify([engine.root, engine.config, engine.scope, store]);
  return { key, engine, again: () => keep(open, folder) };
}

/** The store stays open for the next hook, whatever this one does. */
function forNextHook({ log, answer }: HookServices, engine: Engine): HookServices {
  return {
    log: (line) => log(`${line} (by server ${process.pid})`),
    answer,
    openEngine: () => ({ ...engine, close: async () => undefined }),
  };
}

/**
 * Undefined where a command answers itself: starting is not what it waits for, or more than the project's own settings
 * decides what it may read.
 */
export function openForCommand(globals: Globals, folder: string): Engine | undefined {
  if (globals.also !== undefined) return undefined;
  const root = globals.root === undefined ? {} : { root: resolve(folder, globals.root) };
  const engine = openEngine({ ...optionsOf({ ...globals, ...root }), folder });
  const { helper, embedder } = engine.config;
  const isLocal = embedder.kind === 'static' || embedder.kind === 'none';
  const isFile = /^\d+:\d+$/.test(storeIdentity(engine, folder) ?? '');
  return helper.seconds > 0 && isLocal && isFile ? engine : undefined;
}
