import type { Request, Response } from 'express';
import type { Route } from './define-route.ts';
import { isPage, pageLinks } from './page.ts';
import { endCompressed } from './compress.ts';
import type { LocateCreated } from './locate-created.ts';
import type { JsonReply } from './reply.ts';

interface Answer {
  route: Route;
  request: Request;
  response: Response;
  reply: JsonReply<unknown>;
  locate: LocateCreated;
}

/** Returns the version of a single envelope, `{ unit: { version: 3 } }`, which is its strong ETag. */
function versionOf(body: unknown): number | null {
  const [entity] = Object.values((body ?? {}) as Record<string, unknown>);
  const version = (entity as { version?: unknown } | null | undefined)?.version;
  return typeof version === 'number' ? version : null;
}

function cacheControl(route: Route): string {
  if (route.isSecret || route.callers !== 'admin') return 'no-store';
  return 'private, no-cache';
}

/** Weak comparison of `If-None-Match` (RFC 9110, section 13.1.2). `*` matches every version. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/**
 * Sets the headers of an answer: ETag, the Location of a new resource, and the Link to neighbouring pages.
 *
 * @returns the ETag; null for an answer without a version
 */
function setDescribingHeaders(
  { request, response, reply, locate }: Omit<Answer, 'route'>,
  body: unknown,
): string | null {
  const version = versionOf(body);
  const etag = version === null ? null : `"${version}"`;
  const headers = {
    ETag: etag,
    Location: reply.status === 201 ? locate(body) : null,
    Link: isPage(body) ? pageLinks(request.originalUrl, body) : null,
  };
  for (const [name, value] of Object.entries(headers)) if (value !== null) response.set(name, value);
  return etag;
}

/**
 * Whether an answer may be compressed: a list or figures, without secrets. The path of a single resource ends
 * with its id.
 */
function isCompressible({ method, path, isSecret }: Route, etag: string | null): boolean {
  const isSingle = etag !== null || path.endsWith('}');
  return method === 'get' && !isSingle && isSecret !== true;
}

/** A body as its schema has parsed it, and as text. */
interface SerializedBody {
  body: unknown;
  text: string;
}

/** Cache of the answers of long polls. Requests that wait for the same change often get the same object. */
const sharedAnswers = new WeakMap<object, SerializedBody>();

/** @throws when the body violates the schema */
function write(route: Route, answered: unknown): SerializedBody {
  const body: unknown = route.response?.parse(answered);
  return { body, text: JSON.stringify(body) };
}

/** Writes an answer once for all requests that share it. */
function writeShared(route: Route, answered: unknown): SerializedBody {
  if (route.wait === undefined || typeof answered !== 'object' || answered === null)
    return write(route, answered);
  const known = sharedAnswers.get(answered) ?? write(route, answered);
  sharedAnswers.set(answered, known);
  return known;
}

/**
 * Sends the answer of a route: the body that its schema has parsed, with ETag, links and caching rules. Lists and
 * figures are compressed. A single resource is not, because its strong ETag stands for exact bytes.
 *
 * @throws when the body violates the schema, before anything is written
 */
export async function sendReply({ route, request, response, reply, locate }: Answer): Promise<void> {
  const { body, text } = writeShared(route, reply.body);
  response.status(reply.status).set('Cache-Control', cacheControl(route));
  if (reply.headers) response.set(reply.headers);
  if (!route.response) {
    response.end();
    return;
  }
  const etag = setDescribingHeaders({ request, response, reply, locate }, body);
  if (route.method === 'get' && etag !== null && isKnown(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  response.set('Content-Type', 'application/json; charset=utf-8');
  if (isCompressible(route, etag)) await endCompressed(request, response, text);
  else response.end(text);
}
