import type { components } from '../generated/admin.ts';
import { readRateLimit, type RateLimit } from './rate-limit.ts';
import { readRetryAfter } from './retry.ts';

type Schemas = components['schemas'];

/** Code of a failure, for programs. Later versions of the service may add codes. */
export type ErrorCode = Schemas['ErrorCode'] | (string & {});

/** One problem of the input: the field, a code for programs and a message for people. */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
}

/** Body of a failure (RFC 9457). It may have further members. */
export interface Problem {
  status: number;
  code: ErrorCode;
  message: string;
  correlationId: string | null;
  errors?: FieldProblem[];
  [member: string]: unknown;
}

/** A failed request: the request, and the answer of the service. */
export interface Failure {
  /** Name of the method, such as `units.ensure`. */
  operation: string;
  status: number;
  headers: Headers;
  problem: Problem;
  /** Number of requests that were sent. */
  attempts: number;
  /** The version that the request required by `If-Match`. */
  sentVersion: string | null;
}

/** Base of all errors of this package. */
export class PasError extends Error {
  override name = 'PasError';
}

/** An error response of the service. */
export class ApiError extends PasError {
  override name = 'ApiError';
  readonly operation: string;
  readonly status: number;
  readonly code: ErrorCode;
  /** Id of the request in the logs of the service. Quote it when you ask for help. */
  readonly correlationId: string | null;
  /** All problems of the input; empty for other failures. */
  readonly errors: readonly FieldProblem[];
  /** The whole body, with members that this version does not know. */
  readonly problem: Problem;
  readonly headers: Headers;
  /** Time to wait before the next try, in milliseconds; null if the service names none. */
  readonly retryAfterMs: number | null;
  readonly rateLimit: RateLimit | null;
  readonly attempts: number;

  constructor({ operation, status, headers, problem, attempts }: Failure) {
    super(
      `${operation}: ${problem.message} (${status} ${problem.code}, ${problem.correlationId ?? 'no id'})`,
    );
    this.operation = operation;
    this.status = status;
    this.code = problem.code;
    this.correlationId = problem.correlationId;
    this.errors = Array.isArray(problem.errors) ? problem.errors : [];
    this.problem = problem;
    this.headers = headers;
    this.retryAfterMs = readRetryAfter(headers);
    this.rateLimit = readRateLimit(headers);
    this.attempts = attempts;
  }

  /** Messages by field, for a form. */
  get fields(): Record<string, string> {
    return Object.fromEntries(this.errors.map(({ path, message }) => [path, message]));
  }
}

/** 400: the request is unreadable. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}

/** 401: the credentials are missing or invalid. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the caller may not do this. */
export class ForbiddenError extends ApiError {
  override name = 'ForbiddenError';

  /** The missing scope; null if another rule refused the request. */
  get scope(): string | null {
    return /scope="([^"]+)"/.exec(this.headers.get('www-authenticate') ?? '')?.[1] ?? null;
  }
}

/** 404: the resource does not exist, or belongs to another company. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the state of the resource does not allow the request. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';

  /** With `has_children`: the kinds of the children, and the number of each. */
  get children(): NonNullable<Schemas['Problem']['children']> {
    return (this.problem['children'] ?? []) as NonNullable<Schemas['Problem']['children']>;
  }

  /** With `virtual_number_quarantined`: the time when the number is free again. */
  get availableAt(): string | null {
    return (this.problem['availableAt'] ?? null) as string | null;
  }
}

/** 410: the resource existed and is no longer valid. */
export class GoneError extends ApiError {
  override name = 'GoneError';

  /** State of the invite; null for other resources. */
  get invite(): Schemas['Problem']['invite'] | null {
    return (this.problem['invite'] ?? null) as Schemas['Problem']['invite'] | null;
  }
}

/** 412: the resource has changed since the version that `ifMatch` named. Read it again and repeat the change. */
export class PreconditionFailedError extends ApiError {
  override name = 'PreconditionFailedError';
  /** The version that the request required, as an ETag. */
  readonly sentVersion: string | null;

  constructor(failure: Failure) {
    super(failure);
    this.sentVersion = failure.sentVersion;
  }
}

/** 422: the input is not valid. `errors` and `fields` list every problem. */
export class InvalidError extends ApiError {
  override name = 'InvalidError';
}

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx: the service or a part of it is unavailable. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** The connection was refused or lost, and no further try was allowed. `cause` is the reason. */
export class ConnectionFailedError extends PasError {
  override name = 'ConnectionFailedError';
}

/** The deadline of a call has passed. */
export class DeadlineError extends PasError {
  override name = 'DeadlineError';
}

/**
 * A creation was repeated, and its first answer with the secret was lost. The service does not show a secret twice:
 * revoke the record or rotate it again.
 */
export class SecretUnavailableError extends PasError {
  override name = 'SecretUnavailableError';
  /** The created record, without its secret. */
  readonly data: { readonly id: string; readonly [member: string]: unknown };

  constructor(operation: string, data: SecretUnavailableError['data']) {
    super(
      `${operation}: ${data.id} exists, but the answer with its secret was lost. Revoke it or rotate it again.`,
    );
    this.data = data;
  }
}

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: PreconditionFailedError,
  422: InvalidError,
  429: RateLimitError,
};

/** Returns the error of a failed request, by its status. */
export function errorOf(failure: Failure): ApiError {
  const Kind = byStatus[failure.status] ?? (failure.status >= 500 ? ServerError : ApiError);
  return new Kind(failure);
}
