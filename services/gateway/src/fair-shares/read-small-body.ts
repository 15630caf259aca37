import type { IncomingMessage } from 'node:http';
import { slowBody } from './slow-body.ts';
import { watchPace } from './watch-pace.ts';

/** The largest body that is held in memory, in bytes. */
const maxHeldBytes = 64 * 1024;

/** The time after which an incomplete body counts as slow, in milliseconds. */
const graceMs = 1000;

/** Whether a request has a body of known length that is small enough to be held. */
export function isSmallBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= maxHeldBytes;
}

/** Counts a request with a slow body. */
export interface SlowBodies {
  /** @throws the refusal of a further slow body */
  enter(): void;
  leave(): void;
}

/**
 * Reads a small body, byte for byte. A request takes no place at its upstream while its body arrives.
 *
 * Most bodies arrive with their headers. A body that takes longer than a second counts as slow until it is complete.
 *
 * @returns null if the client has left before the body was complete
 * @throws request_timeout for a body that arrives with less than 1 KiB/s; what `slow.enter` throws
 */
export function readSmallBody(request: IncomingMessage, slow: SlowBodies): Promise<Buffer | null> {
  // Node emits no event of a request that was destroyed before.
  if (request.destroyed) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let stopWatch: (() => void) | null = null;
    const collect = (chunk: Buffer): void => void chunks.push(chunk);
    const stop = (): void => {
      clearTimeout(grace);
      request.off('data', collect).off('end', finish).off('close', finish);
      if (!stopWatch) return;
      stopWatch();
      slow.leave();
    };
    const finish = (): void => {
      stop();
      resolve(request.complete ? Buffer.concat(chunks) : null);
    };
    const refuse = (error: unknown): void => {
      stop();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const countAsSlow = (): void => {
      try {
        slow.enter();
        stopWatch = watchPace(request, () => refuse(slowBody()));
      } catch (error) {
        refuse(error);
      }
    };
    const grace = setTimeout(countAsSlow, graceMs);
    request.on('data', collect).once('end', finish).once('close', finish);
  });
}
