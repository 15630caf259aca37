import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { StreamReply } from './reply.ts';

/** The first piece again, and then the others. */
async function* rejoin(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}

/** Throws an error again unless it says that the client has left, which is no failure. */
export function ignoreLeaving(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

/**
 * Sends an answer piece by piece, as fast as its reader takes them and no faster.
 *
 * Nothing is sent before the first piece is there, so what fails until then is answered as any failure. What fails
 * later breaks the connection off: without its last chunk no client takes the answer for whole (RFC 9112, section 8).
 */
export async function sendChunks(
  response: Response,
  { mediaType, headers, chunks }: StreamReply,
): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  response.status(200).set({ 'Content-Type': mediaType, ...headers, 'Cache-Control': 'no-store' });
  try {
    await pipeline(Readable.from(rejoin(first, iterator)), response);
  } catch (error) {
    ignoreLeaving(error);
  } finally {
    await iterator.return?.();
  }
}
