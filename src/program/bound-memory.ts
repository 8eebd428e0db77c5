import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import { wholeNumber } from './whole-number.ts';

/** Megabytes a server may use. A small project takes 150 idle, 300 with its caches. */
export const DEFAULT_MEMORY = 512;
export const MIN_MEMORY = 256;

const FULL = 0.8;
const CHECK_EVERY_MS = 1000;
/** Caches are dropped after so many checks in a row that find too much memory in use. */
const DROP_AFTER = 10;

/** The value of --memory. */
export function megabytes(text: string): number {
  const given = wholeNumber(text);
  if (given >= MIN_MEMORY) return given;
  throw new DossierError(
    'invalid-input',
    `--memory must be at least ${MIN_MEMORY} megabytes, for the whole server.`,
  );
}

/**
 * Keeps the memory of a long-running process below a bound. V8 collects late on a machine with much memory, so
 * garbage is collected near the bound, every other second: a busy server makes a hundred megabytes of it in five. If
 * that is not enough, engines drop their caches.
 */
export function boundMemory(bound: number, engines: () => readonly Engine[]): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let times = 0;
  const timer = setInterval(() => {
    const isFull = process.memoryUsage.rss() > bound * FULL * 2 ** 20;
    times = isFull ? times + 1 : 0;
    if (!isFull) return;
    if (times % DROP_AFTER === 0) void Promise.all(engines().map(dropCaches)).then(collect);
    else if (times % 2 === 1) collect();
  }, CHECK_EVERY_MS);
  timer.unref();
}

async function dropCaches(engine: Engine): Promise<void> {
  engine.searchCache?.clear();
  engine.primeCache?.clear();
  await engine.dropCaches();
}
