import { z } from 'zod';
import { EnvironmentName } from '@pas/platform/config/fields';
import { takesIdempotencyKey } from '@pas/shared/routes/failure-codes';
import { answersList, answersVersion } from './answer-shape.ts';
import type { Route } from '@pas/platform/http/define-route';

type Callers = Route['callers'];
type Shape = Record<string, z.ZodType>;

/** Defines a header of an answer as a component. */
function header(
  name: string,
  description: string,
  example: string,
  schema: z.ZodType = z.string(),
): z.ZodType {
  return schema.meta({ description, example, header: { id: name } });
}

const exampleCorrelationId = '01980d2e-5a3c-7c41-9f0e-6b1d2c3a4e5f';

const answerHeaders = {
  'X-Correlation-Id': header(
    'X-Correlation-Id',
    'Names this request in logs, events and audit records.',
    exampleCorrelationId,
  ),
  'X-Admin-Env': header('X-Admin-Env', 'Environment that answered.', 'DEV'),
  ETag: header('ETag', 'The version of the resource, for If-Match and If-None-Match.', '"3"'),
  'Content-Disposition': header(
    'Content-Disposition',
    'The file name of the answer.',
    'attachment; filename="audit.csv"',
  ),
  'Idempotency-Replayed': header(
    'Idempotency-Replayed',
    'Present when the answer is the stored answer of an earlier request with the same Idempotency-Key.',
    'true',
    z.literal('true').optional(),
  ),
  Location: header(
    'Location',
    'Path of the created resource.',
    '/api/admin/units/unit_01kb3rt9d5e0p8m6q2v7x4hzjn',
    z.string().optional(),
  ),
  Link: header(
    'Link',
    'Links to the next and the previous page, if there are any (RFC 8288).',
    '</api/admin/units?limit=50&offset=50>; rel="next"',
    z.string().optional(),
  ),
  'RateLimit-Policy': header(
    'RateLimit-Policy',
    'The rate limit of the API key: q requests in w seconds. Only answers to an API key have it.',
    '"key";q=600;w=60',
    z.string().optional(),
  ),
  RateLimit: header(
    'RateLimit',
    'Remaining rate limit: r requests, and t seconds until one more is allowed. Only answers to an API key have it.',
    '"key";r=412;t=23',
    z.string().optional(),
  ),
  'Retry-After': header('Retry-After', 'Seconds to wait before the next try.', '1'),
  'WWW-Authenticate': header(
    'WWW-Authenticate',
    'The credentials or the scope that the request needs (RFC 6750, section 3). A 403 has this header if a scope is missing. A failed log-in does not have it.',
    'Bearer error="insufficient_scope", scope="units:write"',
    z.string().optional(),
  ),
} as const;

/** Returns a separate component of the header as optional, which OpenAPI states within the header. */
function optional(name: 'X-Admin-Env' | 'WWW-Authenticate' | 'Retry-After'): z.ZodType {
  const { description = '', example } = answerHeaders[name].meta() ?? {};
  return z
    .string()
    .optional()
    .meta({ description, example, header: { id: `${name}-Optional` } });
}

type HeaderName = keyof typeof answerHeaders;

/** Selects success headers for these callers. */
function pick(callers: Callers, names: readonly HeaderName[]): z.ZodObject {
  const everywhere: HeaderName[] =
    callers === 'admin'
      ? ['X-Correlation-Id', 'X-Admin-Env', 'RateLimit-Policy', 'RateLimit']
      : ['X-Correlation-Id'];
  return z.object(Object.fromEntries([...everywhere, ...names].map((name) => [name, answerHeaders[name]])));
}

/** Returns the headers of a route's success. */
export function successHeaders(route: Route): z.ZodObject {
  if (route.answers === 'redirect')
    return pick(route.callers, []).extend({ Location: answerHeaders.Location });
  if (route.answers === 'stream') return pick(route.callers, ['Content-Disposition']);
  if (route.answers !== 'json') return pick(route.callers, []);
  const replayed = takesIdempotencyKey(route) ? (['Idempotency-Replayed'] as const) : [];
  if (answersVersion(route)) return pick(route.callers, ['ETag', ...replayed]);
  return pick(route.callers, answersList(route) ? ['Link'] : replayed);
}

/** Returns the headers of a route's 201. */
export function createdHeaders(route: Route): z.ZodObject {
  const headers = successHeaders(route);
  const hasEntity = route.callers === 'admin' && answersVersion(route);
  return hasEntity ? headers.extend({ Location: answerHeaders.Location }) : headers;
}

/** Statuses with which a request is refused before its caller and environment are known. */
const beforeCaller = new Set([401, 408, 431]);
/** Statuses with which a request can be refused before its environment is chosen. */
const beforeEnvironment = new Set([400, 422, 429, 500, 503]);

/**
 * Returns the headers of a failure. A 403 or a failed log-in asks for no other credentials. A 502 has `Retry-After` only
 * if the request had no effect.
 */
export function failureHeaders(status: number, isOfAdmin: boolean): z.ZodObject {
  const shape: Shape = { 'X-Correlation-Id': answerHeaders['X-Correlation-Id'] };
  if (isOfAdmin && !beforeCaller.has(status)) {
    shape['X-Admin-Env'] = beforeEnvironment.has(status)
      ? optional('X-Admin-Env')
      : answerHeaders['X-Admin-Env'];
    shape['RateLimit-Policy'] = answerHeaders['RateLimit-Policy'];
    shape['RateLimit'] = answerHeaders.RateLimit;
  }
  if (status === 401 || status === 403) shape['WWW-Authenticate'] = optional('WWW-Authenticate');
  if (status === 429 || status === 503) shape['Retry-After'] = answerHeaders['Retry-After'];
  if (status === 502) shape['Retry-After'] = optional('Retry-After');
  return z.object(shape);
}

/** Defines a header of a request as a component. */
function parameter(id: string, schema: z.ZodType, meta: { description: string; example: string }): z.ZodType {
  return schema.optional().meta({ ...meta, param: { id } });
}

const correlationId = parameter('CorrelationId', z.string(), {
  description:
    'Your own id for this request: 8 to 64 letters, digits, dots, underscores and hyphens. If it is missing or invalid, the service creates one.',
  example: exampleCorrelationId,
});
const adminEnv = parameter('AdminEnv', EnvironmentName, {
  description: 'The environment to act in: DEV, TEST, STAGING, PROD or another one that is configured.',
  example: 'DEV',
});
const ifMatch = parameter('IfMatch', z.string(), {
  description: 'Execute the request only if the resource still has this version (ETag). Otherwise 412.',
  example: '"3"',
});
const idempotencyKey = parameter('IdempotencyKey', z.string().regex(/^[\x20-\x7e]{1,255}$/), {
  description:
    'Your own key for this request: 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours is not executed again and gets the first answer.',
  example: 'invite-4711-2026-03-01',
});
const ifNoneMatch = parameter('IfNoneMatch', z.string(), {
  description: 'Answer 304 without a body if the resource still has this version (ETag).',
  example: '"3"',
});

const lastEventId = parameter('LastEventId', z.string(), {
  description:
    'The `id` of the last event that you have. The stream continues after it. An `EventSource` sends this header by itself.',
  example: '42',
});

/** Returns the headers that a route reads, except credentials. */
export function requestHeaders(route: Route): z.ZodObject {
  const shape: Shape = { 'X-Correlation-Id': correlationId, ...route.headers };
  if (route.callers === 'admin') shape['X-Admin-Env'] = adminEnv;
  if (takesIdempotencyKey(route)) shape['Idempotency-Key'] = idempotencyKey;
  if (route.failures?.includes(412)) shape['If-Match'] = ifMatch;
  if (route.answers === 'events') shape['Last-Event-ID'] = lastEventId;
  if (route.method === 'get' && answersVersion(route)) shape['If-None-Match'] = ifNoneMatch;
  return z.object(shape);
}
