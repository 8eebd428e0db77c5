import { ProtocolError } from './problem.ts';

interface BodyLimits {
  readonly maxBytes: number;
  /** Time limit for the whole body, however slowly it drips. */
  readonly milliseconds: number;
}

/** Reads the body as text. Stops at the limits, so that a large or slow one costs little. */
export async function readBody(request: Request, limits: BodyLimits): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.maxBytes) throw tooLarge(limits);
  if (request.body === null) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(limits)), limits.milliseconds);
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) break;
      size += value.byteLength;
      if (size > limits.maxBytes) throw tooLarge(limits);
      parts.push(value);
    }
  } catch (error) {
    // Cancelling may fail as well; the first error is the one that counts.
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

function tooLarge({ maxBytes }: BodyLimits): ProtocolError {
  return new ProtocolError('body-too-large', `The body may have at most ${maxBytes} bytes.`, {
    Connection: 'close',
  });
}

function tooSlow({ milliseconds }: BodyLimits): ProtocolError {
  return new ProtocolError('request-timeout', `The body did not arrive within ${milliseconds / 1000} s.`, {
    Connection: 'close',
  });
}
