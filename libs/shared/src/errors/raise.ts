import type { Fault, FaultDetails } from '@pas/platform/errors/fault';
import * as platform from '@pas/platform/errors/raise';
import type { CodeOf, FieldCode } from './error-codes.ts';

type Raise<Status extends 401 | 403 | 409> = (
  code: CodeOf<Status>,
  message: string,
  details?: FaultDetails,
) => Fault;

/** 401: who calls is unknown. */
export const unauthenticated: Raise<401> = platform.unauthenticated;

/** 403: the caller is known and may not do this. */
export const forbidden: Raise<403> = platform.forbidden;

/** 409: the state of the resource doesn't allow this now. */
export const conflict: Raise<409> = platform.conflict;

/** 410: it was there and has ended. */
export const gone: (code: CodeOf<410>, message: string, members?: Record<string, unknown>) => Fault =
  platform.gone;

/** 422 for one field: the answer is `validation_failed`, and `kind` says in `errors` what is wrong with the field. */
export const invalidField: (path: string, kind: FieldCode, message: string) => Fault = platform.invalidField;

/** 422 for one field, where the answer has a code of its own that programs act on. */
export const invalidAs: (code: CodeOf<422>, path: string, message: string) => Fault = platform.invalidAs;

/** 429: come back in `retryAfterSeconds`. */
export const rateLimited: (message: string, retryAfterSeconds: number, code?: CodeOf<429>) => Fault =
  platform.rateLimited;

/** 503: a store or upstream is unavailable at the moment. */
export const unavailable: (message: string, code?: CodeOf<503>, retryAfterSeconds?: number) => Fault =
  platform.unavailable;
