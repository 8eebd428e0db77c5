import { createStore } from './store.ts';

/** Whether the server answers: `busy` when it says to come back later, `offline` when it says nothing. */
export type Connection = 'online' | 'busy' | 'offline';

export const connection = createStore<Connection>('online');

const EVERY_MS = 2000;
let timer: ReturnType<typeof setInterval> | undefined;

/** Any answer shows that the server is up; only the server can say whether it is still busy. */
export function noteAnswer(): void {
  if (connection.get() === 'offline') noteConnection('online');
}

/** Records how a call ended; a busy or unreachable server is polled until it is back. */
export function noteConnection(state: Connection): void {
  connection.set(state);
  if (state === 'online') {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  timer ??= setInterval(() => {
    fetch('/health/ready').then(
      (response) => noteConnection(response.ok ? 'online' : 'busy'),
      () => noteConnection('offline'),
    );
  }, EVERY_MS);
}
