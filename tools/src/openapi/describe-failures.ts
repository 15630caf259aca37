import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { Fault } from '@pas/platform/errors/fault';
import {
  alreadyExists,
  bodyTooLarge,
  insufficientScope,
  malformed,
  notFound,
  preconditionFailed,
  rateLimited,
  unsupportedMediaType,
} from '@pas/platform/errors/raise';
import { commonCodes } from '@pas/shared/errors/common-codes';
import { freshLoginOf } from '@pas/shared/principal/require-fresh-login';
import { errorCodes } from '@pas/shared/errors/error-codes';
import { gone, invalidField, unauthenticated, unavailable } from '@pas/shared/errors/raise';
import type { Route } from '@pas/platform/http/define-route';
import { failureHeaders, takesIdempotencyKey } from './describe-headers.ts';
import { Problem } from './problem.schema.ts';
import { toProblem } from '@pas/platform/http/render-error';

interface FailureKind {
  /** Name of the component. */
  id: string;
  description: string;
  example: Fault;
}

const kinds = {
  400: {
    id: 'Malformed',
    description: 'The request can’t be read: broken JSON, or headers that contradict each other.',
    example: malformed('The body is not valid JSON.', 'malformed_json'),
  },
  401: {
    id: 'Unauthenticated',
    description: 'The credentials are missing or not valid.',
    example: unauthenticated(
      'key_expired',
      'This API key has expired. Use its successor or create a new one.',
    ),
  },
  403: {
    id: 'Forbidden',
    description: 'The caller is known, but not permitted to do this.',
    example: insufficientScope('units:write'),
  },
  404: {
    id: 'NotFound',
    description:
      'The caller has no resource with this id. Unknown ids, malformed ids and ids of other tenants get the same answer.',
    example: notFound(),
  },
  409: {
    id: 'Conflict',
    description: 'The state of the resource does not allow the request. `code` names the reason.',
    example: alreadyExists('unit', 'externalId'),
  },
  410: {
    id: 'Gone',
    description: 'The resource existed and is no longer valid.',
    example: gone('invite_expired', 'This invite has expired. Ask your property manager for a new one.', {
      invite: { status: 'EXPIRED', expiresAt: '2026-03-01T09:30:00.000Z' },
    }),
  },
  412: {
    id: 'PreconditionFailed',
    description: 'The resource is no longer at the version that If-Match names.',
    example: preconditionFailed(),
  },
  413: {
    id: 'TooLarge',
    description:
      'The body is larger than the operation accepts. The limit is 1 MiB for JSON; the operation names the limit of any other body. JSON may have 20,000 values for each mebibyte of its limit, and 64 levels.',
    example: bodyTooLarge(),
  },
  415: {
    id: 'UnsupportedMediaType',
    description:
      'The operation does not accept the media type, the text is not UTF-8, or the body is compressed.',
    example: unsupportedMediaType(),
  },
  422: {
    id: 'Invalid',
    description: 'The input is not valid. `errors` lists every problem.',
    example: invalidField('limit', 'invalid_value', 'limit: Expected a plain whole number.'),
  },
  429: {
    id: 'RateLimited',
    description: 'Too many requests, or too many failed credentials from this address.',
    example: rateLimited('Too many requests. Wait as long as Retry-After says.', 12),
  },
  431: {
    id: 'HeadersTooLarge',
    description: 'The request line and the headers together are larger than 16 KiB.',
    example: new Fault(
      'headers_too_large',
      'headers_too_large',
      'The request line and headers are larger than 16 KiB, or too many. Send less.',
    ),
  },
  500: {
    id: 'InternalError',
    description: 'A fault on our side.',
    example: new Fault(
      'internal',
      'internal_error',
      'Something went wrong on our side. Quote the correlation id.',
    ),
  },
  502: {
    id: 'BadGateway',
    description: 'The service behind the gateway gave no usable answer.',
    example: new Fault('bad_upstream', 'bad_upstream', 'The service gave no usable answer. Try again.'),
  },
  503: {
    id: 'Unavailable',
    description: 'The service or its data store is unavailable at the moment.',
    example: unavailable('The data store is unavailable at the moment. Try again.', 'store_unavailable'),
  },
  504: {
    id: 'GatewayTimeout',
    description: 'The service behind the gateway did not answer in time.',
    example: new Fault(
      'upstream_timeout',
      'upstream_timeout',
      'The service did not answer in time. Try again.',
    ),
  },
} satisfies Record<number, FailureKind>;

export type FailureStatus = keyof typeof kinds;

const everywhere: readonly FailureStatus[] = [400, 401, 403, 422, 429, 431, 500, 502, 503, 504];
const withBody: readonly FailureStatus[] = [413, 415];
/** Pages accept no credentials. */
const neverOnPages: ReadonlySet<FailureStatus> = new Set([401]);

/**
 * Returns the failure statuses of a route, ascending. They are the common ones, those of its input, and its own. A
 * public route refuses invalid credentials too, and a platform caller may name an unknown tenant.
 */
export function failureStatuses(route: Route): FailureStatus[] {
  const own = Object.keys(route.codes ?? {}).map((status) => Number(status) as FailureStatus);
  const statuses = new Set([...everywhere, ...(route.failures ?? []), ...own]);
  const namesTenant = route.callers === 'admin' && route.tenant === 'required';
  if (route.params || namesTenant) statuses.add(404);
  if (takesIdempotencyKey(route)) statuses.add(409);
  if (route.method !== 'get') for (const status of withBody) statuses.add(status);
  const isTold = (status: FailureStatus): boolean => route.answers !== 'page' || !neverOnPages.has(status);
  return [...statuses].filter(isTold).toSorted((a, b) => a - b);
}

/** Describes a failure as a page for people, with the same status. */
export const describeFailurePage = (status: FailureStatus): ZodOpenApiResponseObject => ({
  description: kinds[status].description,
  content: { 'text/html': { schema: z.string() } },
});

const meaningsOf = (status: FailureStatus): Readonly<Record<string, string>> => errorCodes[status];

/** Lists codes of a status with their meanings. */
function listCodes(status: FailureStatus, codes: readonly string[]): string {
  const meanings = meaningsOf(status);
  return codes.map((code) => `- \`${code}\`: ${meanings[code] ?? ''}`).join('\n');
}

/** Describes the codes of a status that a route may answer. */
function describeCodes(status: FailureStatus, own: readonly string[]): string {
  const shared: readonly string[] =
    status in commonCodes ? commonCodes[status as keyof typeof commonCodes] : Object.keys(meaningsOf(status));
  return listCodes(status, [...new Set([...own, ...shared])]);
}

const exampleId = '01980d2e-5a3c-7c41-9f0e-6b1d2c3a4e5f';

/** Describes a failure, with an example by the real renderer of errors. */
export function describeFailure(status: FailureStatus, callers: Route['callers']): ZodOpenApiResponseObject {
  const { id, description, example } = kinds[status];
  return {
    id,
    description: `${description}\n\n${describeCodes(status, [])}`,
    headers: failureHeaders(status, callers),
    content: { 'application/problem+json': { schema: Problem, example: toProblem(example, exampleId) } },
  };
}

/** Returns the codes of a status that a route has besides the common ones. */
function ownCodes({ codes = {}, operationId }: Route, status: FailureStatus): readonly string[] | undefined {
  if (status !== 403 || freshLoginOf(operationId) === 'never') return codes[status];
  return [...(codes[403] ?? []), 'login_too_old'];
}

/** Describes a failure with exactly these codes, with an example of the first one. */
export function describeFailureWith(
  status: FailureStatus,
  codes: readonly string[],
  callers: Route['callers'],
): ZodOpenApiResponseObject {
  const description = `${kinds[status].description}\n\n${listCodes(status, codes)}`;
  return { ...describeOwnFailure(status, codes, callers), description };
}

/** Describes a failure with its own codes besides the common ones, with an example of the first one. */
function describeOwnFailure(
  status: FailureStatus,
  own: readonly string[],
  callers: Route['callers'],
): ZodOpenApiResponseObject {
  const { description, example } = kinds[status];
  const [code = example.code] = own;
  const shown =
    code === example.code ? example : new Fault(example.kind, code, meaningsOf(status)[code] ?? '');
  return {
    description: `${description}\n\n${describeCodes(status, own)}`,
    headers: failureHeaders(status, callers),
    content: { 'application/problem+json': { schema: Problem, example: toProblem(shown, exampleId) } },
  };
}

/** Describes a failure of one route: the common description, or one with its own codes. */
export function describeFailureOf(
  route: Route,
  status: FailureStatus,
  shared: ReadonlyMap<FailureStatus, ZodOpenApiResponseObject>,
): ZodOpenApiResponseObject | undefined {
  const { callers } = route;
  const own = ownCodes(route, status);
  if (own === undefined) return shared.get(status);
  return describeOwnFailure(status, own, callers);
}
