import type { IncomingHttpHeaders } from 'node:http';
import { Stream } from 'node:stream';

/** Whether a request carries a body (RFC 9112, section 6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * What is sent in the place of a body that isn't there: it ends the outgoing request as soon as that has a connection.
 * Piping the empty request itself does the same by way of a dozen listeners, which costs more than the whole edge.
 */
class NoBody extends Stream {
  override pipe<T extends NodeJS.WritableStream>(outgoing: T): T {
    outgoing.end();
    return outgoing;
  }
}

export const noBody: Stream = new NoBody();

/**
 * Is sent in the place of a body that was read before. The hook that sees the request writes the body itself, because
 * one proxy serves many requests.
 */
class HeldBody extends Stream {
  override pipe<T extends NodeJS.WritableStream>(outgoing: T): T {
    return outgoing;
  }
}

export const heldBody: Stream = new HeldBody();
