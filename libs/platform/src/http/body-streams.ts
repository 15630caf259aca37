import { Transform, type Writable } from 'node:stream';
import type { Request } from 'express';
import { bodyTooLarge, malformed } from '../errors/raise.ts';

/** 400: the client has left before the body was whole. */
export const cutOff = () => malformed('The body ended too early. Send it again.', 'body_cut_off');

/** Feeds a request's body into a stream, which fails where the body is cut off. The request itself stays open for the answer. */
export function feed<Target extends Writable>(request: Request, target: Target): Target {
  const refuse = (): void => {
    if (!request.complete) target.destroy(cutOff());
  };
  request.once('close', refuse);
  request.on('error', refuse);
  target.on('close', () => {
    request.off('close', refuse);
    request.unpipe(target);
  });
  // The stream's reader gets the failure; without a reader it can be ignored.
  target.on('error', () => undefined);
  request.pipe(target);
  return target;
}

/** A body as text, decoded and counted as it arrives; it fails with too_large over the limit and malformed for other bytes than UTF-8. */
export function boundedText(request: Request, maxBytes: number): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let received = 0;
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw malformed('The body is not UTF-8.', 'malformed_text');
    }
  };
  const text = new Transform({
    readableObjectMode: true,
    transform(bytes: Buffer, _encoding, done) {
      received += bytes.length;
      if (received > maxBytes) return done(bodyTooLarge(maxBytes));
      pass(done, () => decode(bytes));
    },
    flush(done) {
      pass(done, () => decode());
    },
  });
  return feed(request, text);
}

type Done = (error?: Error | null, data?: unknown) => void;

/** An empty text is no piece. */
function pass(done: Done, decode: () => string): void {
  try {
    done(null, decode() || undefined);
  } catch (error) {
    done(error as Error);
  }
}
