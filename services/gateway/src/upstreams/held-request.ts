import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import type { Area, RouteGroup } from '../route-table.ts';
import { hasBody } from './has-body.ts';
import { isSmallBody } from '../fair-shares/read-small-body.ts';

/** A request that is in memory with all its bytes, so that it can be sent more than once. */
export interface HeldRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | null;
  /** Whether a second execution has no further effect: the method is idempotent, or the service keeps its key. */
  readonly canRepeat: boolean;
  /** Whether two replicas may be asked at the same time: it only reads, or is a webhook, which is done once. */
  readonly mayRace: boolean;
  /** Whether the service may rightly take long to begin its answer. */
  readonly isPatient: boolean;
}

/** RFC 9110, section 9.2.2. */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Uploads; their bodies are streamed whatever their length is. */
export const isUpload = ({ prefix }: RouteGroup): boolean => prefix === '/api/admin/imports';

/** The paths whose service keeps the key of a POST beside its effect, by area. */
const keyedPaths: Partial<Record<Area, RegExp>> = {
  admin: /^\//,
  mobile: /^\/access\/(?:passes|points\/[^/]+\/unlock)$/,
  public: /^\/pass\/[^/]+\/open$/,
};

/** Whether a POST to a path is executed once for its `Idempotency-Key`. Services ignore the keys of other methods. */
export const keepsKeys = (area: Area, path: string): boolean => keyedPaths[area]?.test(path) ?? false;

/** Whether a request is executed once however often it is sent. */
const isKeyed = ({ method, url, headers }: Request, { area }: RouteGroup): boolean =>
  method === 'POST' &&
  headers['idempotency-key'] !== undefined &&
  keepsKeys(area, url.split('?', 1)[0] ?? '');

/** Providers repeat webhooks, so the service takes each event once. */
export const isWebhook = ({ area }: RouteGroup): boolean => area === 'webhooks';

const canRepeat = (request: Request, group: RouteGroup): boolean =>
  idempotentMethods.has(request.method) || isKeyed(request, group) || isWebhook(group);

/** Long polls, and reads that go through many rows. */
const patientPath = /[?&]wait=|\/audit\/(?:export|verify)|\/analytics/;

/**
 * Whether a request is held: it has no body, or a small one, which has been read before it gets its place. Whether it may
 * be sent again is another matter. All others are streamed: webhooks, uploads, large bodies and those of unknown length.
 */
export function isHeld(request: Request, group: RouteGroup): boolean {
  if (!hasBody(request.headers)) return true;
  if (isWebhook(group) || isUpload(group)) return false;
  return isSmallBody(request);
}

/** Takes a request whose body has been read out of its connection. */
export function holdRequest(request: Request, group: RouteGroup, body: Buffer | null): HeldRequest {
  const { method, url, headers } = request;
  return {
    method,
    path: url,
    headers,
    body,
    canRepeat: canRepeat(request, group),
    mayRace: method === 'GET' || method === 'HEAD' || isWebhook(group),
    isPatient: patientPath.test(url),
  };
}
