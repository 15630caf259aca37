import { Stream } from 'node:stream';

/**
 * A placeholder for a body that was read before. The hook of the request writes the body itself, because one proxy
 * serves many requests.
 */
class HeldBody extends Stream {
  override pipe<T extends NodeJS.WritableStream>(outgoing: T): T {
    return outgoing;
  }
}

export const heldBody: Stream = new HeldBody();
