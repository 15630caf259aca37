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

/** Reads the body of a request; undefined where there is none. */
export type BodyReceiver = (request: Request, response: Response) => Promise<RawBody | undefined>;

const lengthOf = ({ headers }: Request): number => Number(headers['content-length'] ?? 0);

const announcesBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

const isCompressed = ({ headers }: Request): boolean =>
  !['identity', undefined].includes(headers['content-encoding']?.toLowerCase());

/** A media type by itself, or with UTF-8: the only charset there is (RFC 8259, section 8.1), whether or not it is named. */
const plainType = /^([^\s;]+)\s*(?:;\s*charset=("?)utf-8\2\s*)?;?$/i;

/** Of a form with a file, the parameters are its parser's business. */
const withParameters = /^(multipart\/form-data)\s*;/i;

const typeOf = (contentType: string): string | undefined =>
  (withParameters.exec(contentType) ?? plainType.exec(contentType))?.[1]?.toLowerCase();

/** The order in which a body's kind is looked for: raw bytes may be of any type. */
const kindOrder: readonly BodyKind[] = ['json', 'form', 'table', 'multipart', 'raw'];

function kindOf(contentType: string | undefined, kinds: BodyKinds): BodyKind | undefined {
  // Raw bytes and tables may have any parameters, a charset too.
  const type = contentType && (typeOf(contentType.trim()) ?? '');
  const bare = contentType?.split(';')[0]?.trim().toLowerCase();
  return takenBy(kinds).find((kind) => {
    const types = mediaTypesOf(kind, kinds);
    const given = kind === 'raw' || kind === 'table' ? bare : type;
    return types === null || (given !== undefined && types.includes(given));
  });
}

type Collector = (request: Request, response: Response) => Promise<Buffer>;

/** Prepares the reading of bodies of any type, as bytes; it fails with too_large over the limit. */
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
    // Once the connection has ended, the parser takes a body that was cut off for none.
    if (!request.complete) throw cutOff();
    return request.body instanceof Buffer ? request.body : Buffer.alloc(0);
  };
}

/** How many fields a form has at most unless its route says otherwise. */
const maxFormFields = 100;
/** So many fields that the route doesn't know are still named in its refusal. */
const spareFields = 20;

function refusalOf(kinds: BodyKinds): Error {
  return unsupportedMediaType(
    kindOrder.flatMap((kind) => (kinds[kind] ? mediaTypesOf(kind, kinds) : null) ?? []),
  );
}

/** The character set that a content type names, in lower case; null if it names none. */
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

/** How many values a JSON body may hold for each mebibyte that it may have: a value has 50 bytes on average. */
const valuesPerMebibyte = 20_000;

const maxValuesOf = (kinds: BodyKinds): number =>
  Math.ceil(limitOf('json', kinds) / (1024 * 1024)) * valuesPerMebibyte;

/** Kinds for which no bytes are a body too. */
const isReadWhenEmpty: ReadonlySet<BodyKind> = new Set(['table', 'multipart', 'raw']);

/** No bytes at all are nothing to parse. */
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

/** Whether a request has no body, by its headers. Text, a form with a file and raw bytes may be empty bodies. */
const hasNoBody = (request: Request, kind: BodyKind | undefined): boolean =>
  !announcesBody(request) && !(kind && isReadWhenEmpty.has(kind));

/**
 * Prepares the reading of a route's bodies, after the caller is known to be allowed to send one. A missing body is
 * `undefined`, so that an action can be called without one; a proxy may send an empty body in chunks. Texts and files
 * are passed on unread.
 *
 * Reading fails with too_large over the limit of the body's kind, unsupported_media_type for a kind that the route
 * doesn't take, and malformed for what can't be read.
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
