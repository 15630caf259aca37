import { MIMEType } from 'node:util';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { bodyTooLarge, unsupportedMediaType } from '../errors/raise.ts';
import { limitOf, mediaTypesOf, type BodyKind, type BodyKinds } from './body-kinds.ts';
import { boundedBytes, cutOff } from './body-streams.ts';
import { multipartForm, type FormReceiver } from './multipart.ts';
import { parseForm, parseJson } from './parse-body.ts';

/** A body as it was read, before any schema has parsed it. */
export type RawBody =
  | { kind: 'json' | 'form'; value: unknown }
  | { kind: 'json'; bytes: ReturnType<typeof boundedBytes> }
  | { kind: 'table'; bytes: ReturnType<typeof boundedBytes>; charset: string | null }
  | { kind: 'multipart'; receive: FormReceiver }
  | { kind: 'raw'; bytes: Buffer; mediaType: string | null };

/** Reads the body of a request; undefined if it has none. */
export type BodyReceiver = (request: Request, response: Response) => Promise<RawBody | undefined>;

const lengthOf = ({ headers }: Request): number => Number(headers['content-length'] ?? 0);

const announcesBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

const isCompressed = ({ headers }: Request): boolean =>
  !['identity', undefined].includes(headers['content-encoding']?.toLowerCase());

/** Names of UTF-8 and of its subset. JSON has no other charset (RFC 8259, section 8.1). */
const utf8Names: ReadonlySet<string | null> = new Set([null, 'utf-8', 'utf8', 'us-ascii']);

/**
 * Returns a media type without its parameters; undefined for another charset and for text that is not a media type. The
 * parser of a form with a file reads the parameters. Others have no meaning (RFC 8259, section 11).
 */
function typeOf(contentType: string): string | undefined {
  try {
    const { essence, params } = new MIMEType(contentType);
    const isReadable =
      essence.startsWith('multipart/') || utf8Names.has(params.get('charset')?.toLowerCase() ?? null);
    return isReadable ? essence : undefined;
  } catch {
    return undefined;
  }
}

/** The order in which the kinds are tried. Raw bytes come last, because they may have any type. */
const kindOrder: readonly BodyKind[] = ['json', 'form', 'table', 'multipart', 'raw'];

function kindOf(contentType: string | undefined, kinds: BodyKinds): BodyKind | undefined {
  // Raw bytes and tables may have any parameters, including a charset.
  const type = contentType && (typeOf(contentType) ?? '');
  const bare = contentType?.split(';')[0]?.trim().toLowerCase();
  return takenBy(kinds).find((kind) => {
    const types = mediaTypesOf(kind, kinds);
    const given = kind === 'raw' || kind === 'table' ? bare : type;
    return types === null || (given !== undefined && types.includes(given));
  });
}

type Collector = (request: Request, response: Response) => Promise<Buffer>;

/** Prepares the reading of bodies of any type as bytes. Reading fails with too_large over the limit. */
export function collectUpTo(maxBytes: number): Collector {
  const collect: RequestHandler = express.raw({ limit: maxBytes, inflate: false, type: () => true });
  return async (request, response) => {
    await new Promise<void>((resolve, reject) => {
      void collect(request, response, (error?: unknown) => {
        const { status, type } = (error ?? {}) as { status?: number; type?: string };
        if (status === 413) reject(bodyTooLarge(maxBytes));
        else if (type === 'request.aborted') reject(cutOff());
        else if (error) reject(error);
        else resolve();
      });
    });
    // After the connection has ended, the parser takes a truncated body for an empty one.
    if (!request.complete) throw cutOff();
    return request.body instanceof Buffer ? request.body : Buffer.alloc(0);
  };
}

/** Default maximum fields of a form. */
const maxFormFields = 100;
/** The number of unknown fields that a refusal still names. */
const spareFields = 20;

function refusalOf(kinds: BodyKinds): Error {
  return unsupportedMediaType(
    kindOrder.flatMap((kind) => (kinds[kind] ? mediaTypesOf(kind, kinds) : null) ?? []),
  );
}

/** Returns the character set of a content type in lower case; null if it has none. */
const charsetOf = (contentType: string | undefined): string | null =>
  /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? null;

function readStream(request: Request, kind: BodyKind, kinds: BodyKinds): RawBody | undefined {
  const { json, table, multipart } = kinds;
  if (kind === 'json' && json?.isStreamed)
    return { kind, bytes: boundedBytes(request, limitOf(kind, kinds)) };
  if (kind === 'table' && table) {
    const charset = charsetOf(request.headers['content-type']);
    return { kind, bytes: boundedBytes(request, table.maxBytes), charset };
  }
  if (kind !== 'multipart' || !multipart) return undefined;
  const maxFields = Object.keys(multipart.fields.shape).length + spareFields;
  return { kind, receive: multipartForm(request, { maxBytes: multipart.maxBytes, maxFields }) };
}

/** Maximum values of a JSON body for each mebibyte of its limit: a value has 50 bytes on average. */
const valuesPerMebibyte = 20_000;

const maxValuesOf = (kinds: BodyKinds): number =>
  Math.ceil(limitOf('json', kinds) / (1024 * 1024)) * valuesPerMebibyte;

/** Kinds for which an empty body is a body. */
const isReadWhenEmpty: ReadonlySet<BodyKind> = new Set(['table', 'multipart', 'raw']);

/** Parses the bytes of a body; undefined for an empty one. */
function parseBytes(bytes: Buffer, kind: BodyKind, kinds: BodyKinds): RawBody | undefined {
  if (bytes.length === 0) return undefined;
  if (kind === 'form') return { kind, value: parseForm(bytes, kinds.form?.maxFields ?? maxFormFields) };
  return { kind: 'json', value: parseJson(bytes, maxValuesOf(kinds)) };
}

/** Refuses a body by its headers, before its first byte: a body with a too large Content-Length is not read. */
function requireReadable(request: Request, kind: BodyKind | undefined, kinds: BodyKinds): void {
  const maxBytes = kind ? limitOf(kind, kinds) : largestOf(kinds);
  if (lengthOf(request) > maxBytes) throw bodyTooLarge(maxBytes);
  const isUnknown = request.headers['content-type'] !== undefined && !kind;
  if (isUnknown || isCompressed(request)) throw refusalOf(kinds);
}

const takenBy = (kinds: BodyKinds): BodyKind[] => kindOrder.filter((kind) => kinds[kind] !== undefined);

const largestOf = (kinds: BodyKinds): number =>
  Math.max(...takenBy(kinds).map((kind) => limitOf(kind, kinds)));

/** Whether a request has no body, by its headers. A table, a form with a file and raw bytes may be empty bodies. */
const hasNoBody = (request: Request, kind: BodyKind | undefined): boolean =>
  !announcesBody(request) && !(kind && isReadWhenEmpty.has(kind));

/**
 * Prepares the reading of a route's bodies. It runs after the caller is authorized. A missing body is `undefined`, so
 * that an action can be called without one. A proxy may send an empty body in chunks. Tables and files are passed on
 * unread.
 *
 * Reading fails with too_large over the limit of the kind, and unsupported_media_type for a kind outside of the
 * route's. It fails with malformed for an unreadable body.
 */
export function bodyReceiver(kinds: BodyKinds): BodyReceiver {
  const collectors = new Map(takenBy(kinds).map((kind) => [kind, collectUpTo(limitOf(kind, kinds))]));
  const collectAny = collectUpTo(largestOf(kinds));
  const takesFields = Boolean(kinds.json ?? kinds.form);

  const collectBody = async (request: Request, response: Response, kind: BodyKind | undefined) => {
    const collect = (kind && collectors.get(kind)) ?? collectAny;
    const bytes = await collect(request, response);
    if (kind === 'raw') return { kind, bytes, mediaType: request.headers['content-type'] ?? null };
    if (!kind && (bytes.length > 0 || !takesFields)) throw refusalOf(kinds);
    return parseBytes(bytes, kind ?? 'json', kinds);
  };

  return async (request, response) => {
    const kind = kindOf(request.headers['content-type'], kinds);
    if (hasNoBody(request, kind)) {
      if (takesFields) return undefined;
      throw refusalOf(kinds);
    }
    requireReadable(request, kind, kinds);
    const stream = kind && readStream(request, kind, kinds);
    return stream ?? collectBody(request, response, kind);
  };
}
