/** A small shop service: enough files of every role that a wrong order shows. */
export const CORPUS: Readonly<Record<string, string>> = {
  'src/session/session-store.ts': `import { hashToken } from '../crypto/hash-token.ts';

/** Keeps who is signed in. A session ends after thirty idle minutes. */
export class SessionStore {
  readonly #sessions = new Map<string, { user: string; seenAt: number }>();

  /** Starts a session for a user and gives its token. */
  open(user: string, now: number): string {
    const token = hashToken(user + now);
    this.#sessions.set(token, { user, seenAt: now });
    return token;
  }

  /** Forgets sessions that were idle for too long. */
  closeIdle(now: number): number {
    let closed = 0;
    for (const [token, session] of this.#sessions) {
      if (now - session.seenAt < IDLE_MILLISECONDS) continue;
      this.#sessions.delete(token);
      closed++;
    }
    return closed;
  }
}

const IDLE_MILLISECONDS = 30 * 60 * 1000;
`,
  'src/session/index.ts': `export { SessionStore } from './session-store.ts';
export { readCookie } from './read-cookie.ts';
`,
  'src/session/read-cookie.ts': `/** The session token in a cookie header, if there is one. */
export function readCookie(header: string): string | undefined {
  return /(?:^|; )session=([^;]+)/.exec(header)?.[1];
}
`,
  'src/crypto/hash-token.ts': `import { createHash } from 'node:crypto';

/** A token that cannot be guessed from what it was made of. */
export function hashToken(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
`,
  'src/http/rate-limit.ts': `/** Lets a client make so many requests in a window of time; more are answered with 429. */
export function createRateLimit(options: { requests: number; windowMilliseconds: number }) {
  const seen = new Map<string, number[]>();
  return function allowRequest(client: string, now: number): boolean {
    const recent = (seen.get(client) ?? []).filter((time) => now - time < options.windowMilliseconds);
    if (recent.length >= options.requests) return false;
    seen.set(client, [...recent, now]);
    return true;
  };
}
`,
  'src/http/router.ts': `import { SessionStore } from '../session/index.ts';
import { createRateLimit } from './rate-limit.ts';

/** Finds the handler of a request by method and path. */
export class Router {
  readonly routes: { method: string; path: string; handle: () => void }[] = [];
  readonly sessions = new SessionStore();
  readonly limit = createRateLimit({ requests: 100, windowMilliseconds: 60_000 });

  add(method: string, path: string, handle: () => void): void {
    this.routes.push({ method, path, handle });
  }

  match(method: string, path: string): (() => void) | undefined {
    return this.routes.find((route) => route.method === method && route.path === path)?.handle;
  }
}
`,
  'src/upload/upload-part.ts': `import { retryDelay } from './retry-policy.ts';

/** Sends one part of a large file; tries again when the server is busy. */
export async function uploadPart(send: (part: Uint8Array) => Promise<number>, part: Uint8Array): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const status = await send(part);
    if (status < 500) return;
    const delay = retryDelay(attempt);
    if (delay === undefined) throw new Error('upload gave up after too many attempts');
    await new Promise((done) => setTimeout(done, delay));
  }
}
`,
  'src/upload/retry-policy.ts': `const LONGEST_DELAY = 30_000;
const MAX_ATTEMPTS = 6;

/** How long to wait before the next attempt: doubling, with a ceiling; undefined when to give up. */
export function retryDelay(attempt: number): number | undefined {
  return attempt >= MAX_ATTEMPTS ? undefined : Math.min(LONGEST_DELAY, 500 * 2 ** attempt);
}
`,
  'src/billing/invoice.py': `class Invoice:
    """What a customer owes for one order."""

    def __init__(self, lines, tax_rate):
        self.lines = lines
        self.tax_rate = tax_rate

    def total_with_tax(self):
        net = sum(line.price * line.quantity for line in self.lines)
        return round(net * (1 + self.tax_rate), 2)
`,
  'src/desk/waiting-line.ts': `/** Whose turn it is at the desk. */
export class Ticket {
  constructor(readonly number: number) {}

  isBefore(other: Ticket): boolean {
    return this.number < other.number;
  }
}

/** Prints the ticket that the visitor takes along. */
export function ticket(number: number): string {
  const ticket = \`Your ticket has the number \${number}.\`;
  return ticket;
}
`,
  'src/types.d.ts': `declare class SessionStore {
  open(user: string, now: number): string;
  closeIdle(now: number): number;
}
`,
  'test/session-store.test.ts': `import { SessionStore } from '../src/session/session-store.ts';

test('closeIdle closes idle sessions of the session store', () => {
  const sessions = new SessionStore();
  sessions.open('ann', 0);
  expect(sessions.closeIdle(31 * 60 * 1000)).toBe(1);
});
`,
  'test/rate-limit.test.ts': `import { createRateLimit } from '../src/http/rate-limit.ts';

test('the rate limit refuses requests of a client over the limit in the window', () => {
  const allowRequest = createRateLimit({ requests: 1, windowMilliseconds: 1000 });
  expect(allowRequest('a', 0)).toBe(true);
  expect(allowRequest('a', 1)).toBe(false);
});
`,
  'examples/upload.ts': `import { uploadPart } from '../src/upload/upload-part.ts';

// Upload a large file in parts, with retries of each part of the upload.
await uploadPart(async () => 200, new Uint8Array(10));
`,
  'docs/sessions.md': `# Sessions

A session is opened when a user signs in. Idle sessions are closed after thirty minutes.

## Cookies

The session token travels in a cookie.
`,
};
