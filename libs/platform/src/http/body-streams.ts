import { Transform, type Writable } from 'node:stream';
import type { Request } from 'express';
import { bodyTooLarge, malformed } from '../errors/raise.ts';

/** 400: the client disconnected before the body was complete. */
export const cutOff = () => malformed('The body ended too early. Send it again.', 'body_cut_off');

/**
 * Feeds a request's body into a stream. The stream fails if the body is cut off. The request itself stays open for the
 * answer.
 */
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
  // The stream's reader gets the failure. Without a reader it can be ignored.
  target.on('error', () => undefined);
  if (request.closed) refuse();
  else request.pipe(target);
  return target;
}

/** Streams the bytes of a body. The stream fails with too_large over the limit. */
export function boundedBytes(request: Request, maxBytes: number): Transform {
  let received = 0;
  const bytes = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes) done(bodyTooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  return feed(request, bytes);
}
