import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Listeners of a response's end: those of the middleware, and those of a pipeline. Node warns of more than ten. */
const maxListeners = 20;

/**
 * Sends a stream as the body, at the speed of its reader.
 *
 * @throws an error of the stream; ERR_STREAM_PREMATURE_CLOSE when the client disconnects
 */
export async function pipeToResponse(
  response: Response,
  source: Readable,
  ...transforms: Transform[]
): Promise<void> {
  response.setMaxListeners(maxListeners);
  await pipeline([source, ...transforms, response]);
}
