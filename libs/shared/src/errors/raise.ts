import type { Fault, FaultDetails } from '@pas/platform/errors/fault';
import * as platform from '@pas/platform/errors/raise';
import type { CodeOf, FieldCode } from './error-codes.ts';

type Raise<Status extends 401 | 403 | 409> = (
  code: CodeOf<Status>,
  message: string,
  details?: FaultDetails,
) => Fault;

/** 401: the caller is unknown. */
export const unauthenticated: Raise<401> = platform.unauthenticated;

/** 403: the caller is known and may not do this. */
export const forbidden: Raise<403> = platform.forbidden;

/** 409: the state of the resource does not allow the operation. */
export const conflict: Raise<409> = platform.conflict;

/** 410: the resource existed and has ended. */
export const gone: (code: CodeOf<410>, message: string, members?: Record<string, unknown>) => Fault =
  platform.gone;

/** 422 for one field. The code is `validation_failed`, and `errors` contains the field's problem `kind`. */
export const invalidField: (path: string, kind: FieldCode, message: string) => Fault = platform.invalidField;

/** 422 for one field, with a specific code that programs act on. */
export const invalidAs: (code: CodeOf<422>, path: string, message: string) => Fault = platform.invalidAs;

/** 429: the caller may retry after `retryAfterSeconds`. */
export const rateLimited: (message: string, retryAfterSeconds: number, code?: CodeOf<429>) => Fault =
  platform.rateLimited;

/** 503: a store or upstream is unavailable. */
export const unavailable: (message: string, code?: CodeOf<503>, retryAfterSeconds?: number) => Fault =
  platform.unavailable;
