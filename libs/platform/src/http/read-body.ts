import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { bodyTooLarge, malformed, unsupportedMediaType } from '../errors/raise.ts';

/** The largest JSON body that a service reads, in bytes. */
const maxBodyBytes = 1024 * 1024;

const collect = express.raw({ limit: maxBodyBytes, inflate: false, type: () => true });

/** JSON in UTF-8: the only charset there is for it (RFC 8259, section 8.1), whether or not it is named. */
const jsonType = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?;?$/i;

const lengthOf = ({ headers }: Request): number => Number(headers['content-length'] ?? 0);

const announcesBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

async function readBytes(request: Request, response: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    collect(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return request.body instanceof Buffer ? request.body : Buffer.alloc(0);
}

/** An escape that starts or ends a pair of two, in JSON's spelling; most texts hold none. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** Half a pair is no character: it would be stored as another text than was sent, and digested as a third. */
function refuseHalfCharacters(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('half a character');
  return value;
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.', 'malformed_json');
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  try {
    return JSON.parse(text, surrogateEscape.test(text) ? refuseHalfCharacters : undefined);
  } catch {
    throw malformed('The body is not valid JSON.', 'malformed_json');
  }
}

/**
 * Reads a JSON body, after the caller is known to be allowed to send one. No body at all reads as `undefined`, so that
 * an action can be called with nothing; a proxy may announce that nothing in chunks.
 *
 * @throws unsupported_media_type for anything that isn't declared as JSON, too_large above 1 MiB, malformed for JSON
 *   that doesn't parse
 */
export async function readBody(request: Request, response: Response): Promise<unknown> {
  if (!announcesBody(request)) return undefined;
  // Before the first byte: a body that is announced as too large isn't waited for.
  if (lengthOf(request) > maxBodyBytes) throw bodyTooLarge();
  const contentType = request.headers['content-type'];
  const isJson = contentType !== undefined && jsonType.test(contentType.trim());
  if (contentType !== undefined && !isJson) throw unsupportedMediaType();
  const bytes = await readBytes(request, response);
  if (bytes.length === 0) return undefined;
  if (!isJson) throw unsupportedMediaType();
  return parseJson(bytes);
}
