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
import type { FailureStatus } from '@pas/shared/routes/failure-codes';
import { gone, invalidField, unauthenticated, unavailable } from '@pas/shared/errors/raise';

interface FailureKind {
  /** Name of the component. Variants of it have a prefix. */
  id: string;
  description: string;
  example: Fault;
}

/** Description and example of each failure status. */
export const failureKinds = {
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
  408: {
    id: 'RequestTimeout',
    description: 'The body did not arrive in time.',
    example: new Fault(
      'request_timeout',
      'request_timeout',
      'The request did not arrive in time. Send it again.',
    ),
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
    description:
      'The request line and the headers are larger than 16 KiB. The gateway closes the connection.',
    example: new Fault(
      'headers_too_large',
      'headers_too_large',
      'The headers are larger than 16 KiB, or too many. Send less.',
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
} satisfies Record<FailureStatus, FailureKind>;
