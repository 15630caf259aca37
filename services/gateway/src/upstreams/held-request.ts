import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { wantsTable } from '@pas/platform/http/wants-table';
import type { Area, RouteGroup } from '../route-table.ts';
import { hasBody } from './has-body.ts';
import { isSmallBody } from '../fair-shares/read-small-body.ts';

/** A request that is in memory with all its bytes, so that it can be sent more than once. */
export interface HeldRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | null;
  /** Whether a second execution has no further effect: the method is idempotent, or the service stores its key. */
  readonly canRepeat: boolean;
  /** Whether two replicas may handle it at the same time: it is a read or a webhook. */
  readonly mayRace: boolean;
  /** Whether the answer may legitimately begin late. */
  readonly mayTakeLong: boolean;
}

/** RFC 9110, section 9.2.2. */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Whether a group takes uploads. Their bodies are always streamed. */
export const isUpload = ({ prefix }: RouteGroup): boolean => prefix === '/api/admin/imports';

/** The paths whose service stores the key of a POST together with its effect, by area. */
const keyedPaths: Partial<Record<Area, RegExp>> = {
  admin: /^\//,
  resident: /^\/api\/v1\/me\/reports$/,
  mobile: /^\/access\/(?:passes|points\/[^/]+\/unlock)$/,
  public: /^\/pass\/[^/]+\/open$/,
};

/** Whether a POST to a path is executed once for its `Idempotency-Key`. Services ignore the keys of other methods. */
export const keepsKeys = (area: Area, path: string): boolean => keyedPaths[area]?.test(path) ?? false;

/** Whether repeats of a request are executed once. */
const isKeyed = ({ method, url, headers }: Request, { area }: RouteGroup): boolean =>
  method === 'POST' &&
  headers['idempotency-key'] !== undefined &&
  keepsKeys(area, url.split('?', 1)[0] ?? '');

/** Whether a group takes webhooks. Providers repeat webhooks, so the service handles each event once. */
export const isWebhook = ({ area }: RouteGroup): boolean => area === 'webhooks';

const canRepeat = (request: Request, group: RouteGroup): boolean =>
  idempotentMethods.has(request.method) || isKeyed(request, group) || isWebhook(group);

/** Long polls, and reads of many rows. */
const longPath = /[?&]wait=|\/audit\/(?:export|verify)|\/analytics/;

/**
 * Whether a request is held: it has no body, or a small one that was read before. A held request is not always
 * repeatable. All others are streamed: webhooks, uploads, large bodies and bodies of unknown length.
 */
export function isHeld(request: Request, group: RouteGroup): boolean {
  if (!hasBody(request.headers)) return true;
  if (isWebhook(group) || isUpload(group)) return false;
  return isSmallBody(request);
}

/** Copies a request with a complete body into memory. */
export function holdRequest(request: Request, group: RouteGroup, body: Buffer | null): HeldRequest {
  const { method, url, headers } = request;
  return {
    method,
    path: url,
    headers,
    body,
    canRepeat: canRepeat(request, group),
    mayRace: method === 'GET' || method === 'HEAD' || isWebhook(group),
    mayTakeLong: longPath.test(url) || wantsTable(request),
  };
}
