import type { Request, Response } from 'express';
import type { Route } from './define-route.ts';
import { isPage, pageLinks } from './page.ts';
import type { Reply } from './reply.ts';

interface Answer {
  route: Route;
  request: Request;
  response: Response;
  reply: Reply<unknown>;
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

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Writes what a route answers: the body as its schema lets it out, with ETag, links and caching rules. */
export function sendReply({ route, request, response, reply }: Answer): void {
  response.status(reply.status).set('Cache-Control', cacheControl(route));
  if (reply.headers) response.set(reply.headers);
  if (!route.response) {
    response.end();
    return;
  }
  const body: unknown = route.response.parse(reply.body);
  const version = versionOf(body);
  if (version !== null) response.set('ETag', `"${version}"`);
  const links = isPage(body) ? pageLinks(request.originalUrl, body) : null;
  if (links !== null) response.set('Link', links);
  if (
    route.method === 'get' &&
    version !== null &&
    matches(request.headers['if-none-match'], `"${version}"`)
  ) {
    response.status(304).end();
    return;
  }
  response.set('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(body));
}
