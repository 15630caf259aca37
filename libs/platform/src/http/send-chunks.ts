import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { minCompressedBytes, startCompressed } from './compress.ts';
import { pipeToResponse } from './pipe-to-response.ts';
import type { StreamReply } from './reply.ts';

/** Yields the first piece again, and then the others. */
async function* rejoin(first: IteratorResult<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}

/** Reads until the answer is long enough to be compressed, or ends. */
async function readStart(first: IteratorResult<string>, rest: AsyncIterator<string>) {
  let text = '';
  let next = first;
  while (!next.done) {
    text += next.value;
    if (Buffer.byteLength(text) > minCompressedBytes) return { text, isLong: true };
    next = await rest.next();
  }
  return { text, isLong: false };
}

/** Rethrows an error, except for a disconnect of the client, which is not a failure. */
export function ignoreLeaving(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

/**
 * Sends a file piece by piece, at the speed of its reader.
 *
 * Sending starts with the first piece, so an earlier failure is answered like any failure. A later failure breaks the
 * connection. Without the last chunk, no client takes the answer for complete (RFC 9112, section 8).
 */
export async function sendChunks(
  request: Request,
  response: Response,
  { mediaType, fileName, chunks }: StreamReply,
): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  response.status(200).set({
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
  });
  try {
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const { text, isLong } = await readStart(first, iterator);
    const whole = Readable.from(rejoin({ done: false, value: text }, iterator));
    response.vary('Accept-Encoding');
    const compressor = isLong ? startCompressed(request, response) : null;
    await pipeToResponse(response, whole, ...(compressor ? [compressor] : []));
  } catch (error) {
    ignoreLeaving(error);
  } finally {
    await iterator.return?.();
  }
}
