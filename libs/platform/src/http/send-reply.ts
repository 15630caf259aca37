import type { Request, Response } from 'express';
import type { Route } from './define-route.ts';
import { isPage, pageLinks } from './page.ts';
import type { JsonReply } from './reply.ts';

interface Answer {
  route: Route;
  request: Request;
  response: Response;
  reply: JsonReply<unknown>;
}

/** The entity version of a single envelope, `{ unit: { version: 3 } }`, which is its strong ETag. */
function versionOf(body: unknown): number | null {
  const [entity] = Object.values((body ?? {}) as Record<string, unknown>);
  const version = (entity as { version?: unknown } | null | undefined)?.version;
  return typeof version === 'number' ? version : null;
}

function cacheControl(route: Route): string {
  if (route.isSecret || route.callers !== 'admin') return 'no-store';
  return 'private, no-cache';
}

/** The weak comparison of `If-None-Match` (RFC 9110, section 13.1.2); `*` matches whatever is there. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/**
 * Writes what a route answers: the body as its schema lets it out, with ETag, links and caching rules.
 *
 * @throws when the body violates the schema; nothing has been written then
 */
export function sendReply({ route, request, response, reply }: Answer): void {
  const body: unknown = route.response?.parse(reply.body);
  response.status(reply.status).set('Cache-Control', cacheControl(route));
  if (reply.headers) response.set(reply.headers);
  if (!route.response) {
    response.end();
    return;
  }
  const version = versionOf(body);
  const etag = version === null ? null : `"${version}"`;
  if (etag !== null) response.set('ETag', etag);
  const links = isPage(body) ? pageLinks(request.originalUrl, body) : null;
  if (links !== null) response.set('Link', links);
  if (route.method === 'get' && etag !== null && isKnown(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  response.set('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(body));
}
