import express, { type Request, type Response } from 'express';
import { Fault } from '../errors/fault.ts';

/** The largest JSON body that a service reads, in bytes. */
export const maxBodyBytes = 1024 * 1024;

const parseJson = express.json({ limit: maxBodyBytes, strict: false, inflate: false, type: () => true });

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Reads a JSON body, after the caller is known to be allowed to send one. No body at all reads as `undefined`, so that
 * an action can be called with nothing.
 *
 * @throws unsupported_media_type for anything that isn't declared as JSON, too_large above 1 MiB, malformed for JSON
 *   that doesn't parse
 */
export async function readBody(request: Request, response: Response): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  if (!request.is('application/json')) {
    throw new Fault('unsupported_media_type', 'unsupported_media_type', 'Send the body as application/json.');
  }
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return request.body as unknown;
}
