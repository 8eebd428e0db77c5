import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { generationOf, SCOPE } from './generations.ts';
import { openStore } from './open-store.ts';
import { startProgram } from './run-program.ts';

/** Kills a writer again and again; each time a whole generation must be left, and what was acknowledged with it. */
export async function killWriters(writer: string, place: string, kills: number): Promise<void> {
  let generation = 0;
  for (let round = 0; round < kills; round++) {
    const running = startProgram(writer, place, String(generation + 1), '100000');
    await running.printed(`wrote ${generation + 1};`);
    // Spread over several transactions, so that the blow falls at different points of one.
    await wait((round % 60) * 7);
    running.process.kill('SIGKILL');
    const { said } = await running.finished();
    const acknowledged = Math.max(...[...said.matchAll(/wrote (\d+);/g)].map(([, number]) => Number(number)));
    const store = await openStore(place);
    expect(await store.check()).toEqual([]);
    const present = await generationOf(store.index(SCOPE));
    expect(present).toBeGreaterThanOrEqual(acknowledged);
    generation = present;
    await store.close();
  }
}
