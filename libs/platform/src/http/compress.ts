import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type BrotliOptions,
} from 'node:zlib';
import type { Request, Response } from 'express';

/** The least size that is compressed. Smaller answers fit into one packet anyway. */
export const minCompressedBytes = 1024;

type Encoding = 'gzip' | 'br';

/** About the time and the size of gzip. The default of the library takes ten times as long. */
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressors: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  gzip: promisify<string, Buffer>(gzip),
  br: async (text) => promisify<string, BrotliOptions, Buffer>(brotliCompress)(text, brotliOptions),
};

const streams: Readonly<Record<Encoding, () => Transform>> = {
  gzip: () => createGzip(),
  br: () => createBrotliCompress(brotliOptions),
};

/** Returns the coding that the client prefers; null if it accepts none. Sets `Vary` for caches. */
function encodingFor(request: Request, response: Response): Encoding | null {
  response.vary('Accept-Encoding');
  return (request.acceptsEncodings('gzip', 'br') || null) as Encoding | null;
}

/** Ends an answer with a text. It is compressed if it is long enough and the client accepts a coding. */
export async function endCompressed(request: Request, response: Response, text: string): Promise<void> {
  const encoding = encodingFor(request, response);
  const isLong = Buffer.byteLength(text) > minCompressedBytes;
  if (encoding === null || !isLong) {
    response.end(text);
    return;
  }
  const compressed = await compressors[encoding](text);
  response.set('Content-Encoding', encoding).end(compressed);
}

/**
 * Announces a compressed answer and returns the stream that compresses it.
 *
 * @returns null if the client accepts no coding
 */
export function startCompressed(request: Request, response: Response): Transform | null {
  const encoding = encodingFor(request, response);
  if (encoding === null) return null;
  response.set('Content-Encoding', encoding);
  return streams[encoding]();
}
