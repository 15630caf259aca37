import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import type { Request, Response } from 'express';

const gzip = promisify(gzipCallback);

/** The least size that is compressed. Smaller answers fit into one packet anyway. */
export const minCompressedBytes = 1024;

/** Whether the client accepts gzip. Sets `Vary` for caches. */
export function takesGzip(request: Request, response: Response): boolean {
  response.vary('Accept-Encoding');
  return request.acceptsEncodings('gzip') === 'gzip';
}

/** Ends an answer with a text. It is compressed if it is long enough and the client accepts gzip. */
export async function endCompressed(request: Request, response: Response, text: string): Promise<void> {
  const isLong = Buffer.byteLength(text) > minCompressedBytes;
  if (!takesGzip(request, response) || !isLong) {
    response.end(text);
    return;
  }
  const compressed = await gzip(text);
  response.set('Content-Encoding', 'gzip').end(compressed);
}
