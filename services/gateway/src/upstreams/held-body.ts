import { Stream } from 'node:stream';

/**
 * A body that pipes nothing. http-proxy takes a held body as an option, but one proxy serves many requests. So its hook
 * writes the body of each request.
 */
class HeldBody extends Stream {
  override pipe<T extends NodeJS.WritableStream>(outgoing: T): T {
    return outgoing;
  }
}

/** The option of the proxy for held requests. */
export const heldBody: Stream = new HeldBody();
