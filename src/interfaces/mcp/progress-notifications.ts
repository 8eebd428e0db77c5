import type { ServerContext } from '@modelcontextprotocol/server';
import type { OperationContext, Progress } from '../../operations/operation.ts';

export interface ProgressNotifications {
  readonly report: OperationContext['progress'];
  /** Resolves once all reports so far are sent: a notification after the result may be lost. */
  readonly sent: () => Promise<void>;
}

/**
 * Sends progress as notifications if the client asked for them. The protocol requires an increasing number, while
 * phases count from zero: each phase continues where the previous one ended.
 */
export function progressNotifications(context: ServerContext): ProgressNotifications {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return { report: () => undefined, sent: async () => undefined };
  let phase = '';
  let base = 0;
  let last = -1;
  let sending: Promise<void> = Promise.resolve();
  const report = (progress: Progress): void => {
    if (progress.phase !== phase) {
      phase = progress.phase;
      base = Math.max(0, last);
    }
    const value = base + progress.done;
    if (value <= last) return;
    last = value;
    const message = progress.message ?? progress.phase;
    const params = {
      progressToken: token,
      progress: value,
      ...(progress.total === undefined ? {} : { total: base + progress.total }),
      message,
    };
    // A disconnected client must not fail the operation; the transport reports it.
    sending = sending.then(() =>
      context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined),
    );
  };
  return { report, sent: () => sending };
}
