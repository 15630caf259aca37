import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Fault } from '@pas/platform/errors/fault';
import { bodyTooLarge } from '@pas/platform/errors/raise';

/** The largest body that is kept in memory, in bytes. */
const smallBodyBytes = 64 * 1024;

/** Whether a body announces a length that may be kept in memory. */
export function isSmallBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= smallBodyBytes;
}

export interface SmallBodyOptions {
  /** Bytes. */
  limitBytes?: number;
  /** How long the body may take to arrive, in milliseconds. */
  deadlineMs?: number;
}

const lateBody = (): Fault =>
  new Fault(
    'request_timeout',
    'request_timeout',
    'The body did not arrive in time. Send the request again.',
    {
      headers: { Connection: 'close' },
    },
  );

/**
 * Reads a small body to its end, so that it can be sent to a replica at once, and again to another one.
 *
 * @returns the bytes as they came; null if the client ended the connection before all had arrived
 * @throws too_large, request_timeout
 */
export function readSmallBody(
  request: IncomingMessage,
  { limitBytes = smallBodyBytes, deadlineMs = 30_000 }: SmallBodyOptions = {},
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('close', stop);
      // Has no effect after `finish` or `refuse`.
      resolve(null);
    };
    const refuse = (fault: Fault): void => {
      reject(fault);
      stop();
      request.resume();
    };
    const finish = (): void => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
      stop();
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limitBytes) refuse(bodyTooLarge(limitBytes));
      else chunks.push(chunk);
    };
    const timer = setTimeout(() => refuse(lateBody()), deadlineMs).unref();
    if (request.destroyed && !request.complete) return stop();
    // The error of a connection that breaks is followed by `close`.
    request
      .on('error', () => undefined)
      .on('data', take)
      .on('end', finish)
      .on('close', stop);
    return undefined;
  });
}
