import { byteSize } from './byte-size.ts';
import { Fault, type FaultDetails, type FieldProblem } from './fault.ts';

const article = (noun: string): string =>
  /^[aeiou]/i.test(noun) && !/^(unit|user)/i.test(noun) ? 'an' : 'a';

/** 400: the request can't be read at all. */
export function malformed(message: string, code = 'malformed_request'): Fault {
  return new Fault('malformed', code, message);
}

/** 401: the caller is unknown; the challenge is that of RFC 6750, section 3. */
export function unauthenticated(code: string, message: string, details?: FaultDetails): Fault {
  const error = code === 'credentials_missing' ? '' : ' error="invalid_token"';
  const headers = { 'WWW-Authenticate': `Bearer${error}`, ...details?.headers };
  return new Fault('unauthenticated', code, message, { ...details, headers });
}

/** 401 at a log-in: e-mail and password are in the body, so no scheme of Authorization is asked for. */
export function invalidCredentials(message: string): Fault {
  return new Fault('unauthenticated', 'invalid_credentials', message);
}

/** 403: the caller is known and may not do this. */
export function forbidden(code: string, message: string, details?: FaultDetails): Fault {
  return new Fault('forbidden', code, message, details);
}

/** 403 for a missing scope, which the challenge names (RFC 6750, section 3.1). */
export function insufficientScope(scope: string): Fault {
  return forbidden(
    'insufficient_scope',
    `This needs the scope ${scope}. Ask an owner of the tenant for a key or role that holds it.`,
    { scope, headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } },
  );
}

/**
 * 404 for an unknown id, a malformed one, and another tenant's. The three answers are equal in every byte, so a caller
 * cannot learn the ids of other tenants.
 */
export function notFound(): Fault {
  return new Fault(
    'not_found',
    'not_found',
    'There is nothing with this id here. Check the id and the environment.',
  );
}

/** 409: the state of the resource doesn't allow this now. */
export function conflict(code: string, message: string, details?: FaultDetails): Fault {
  return new Fault('conflict', code, message, details);
}

/** 409 for a value that must be unique among live rows; `path` names the field. `cause` is the error of the store. */
export function alreadyExists(noun: string, path: string, cause?: unknown): Fault {
  const message = `There is already ${article(noun)} ${noun} with this ${path}. Use another one or change the existing ${noun}.`;
  return conflict('already_exists', message, { errors: [{ path, code: 'already_exists', message }], cause });
}

/** 410: the resource existed and has ended. */
export function gone(code: string, message: string, members?: Record<string, unknown>): Fault {
  return new Fault('gone', code, message, members ? { members } : {});
}

const versionChanged =
  'The resource has changed since you read it. Read it again and repeat your change on the new version.';

/** 412: the resource is not at a version that `If-Match` names. */
export function preconditionFailed(message: string = versionChanged): Fault {
  return new Fault('precondition_failed', 'version_mismatch', message);
}

/** 413: the body is larger than the route accepts; for JSON the limit is 1 MiB. */
export function bodyTooLarge(maxBytes: number = 1024 * 1024): Fault {
  const message = `The body is larger than ${byteSize(maxBytes)}. Send less at once.`;
  return new Fault('too_large', 'body_too_large', message);
}

/** 413: the form has more than the route accepts; `excess` names it, such as `has more than 20 fields`. */
export function formTooLarge(excess: string): Fault {
  return new Fault('too_large', 'body_too_large', `The form ${excess}. Send less at once.`);
}

/** 413: the JSON has more than the route accepts; `excess` names it, such as `has more than 20000 values`. */
export function jsonTooLarge(excess: string): Fault {
  return new Fault('too_large', 'body_too_large', `The body ${excess}. Send less at once.`);
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** 415: the route does not accept the media type, the text is not UTF-8, or the body is compressed. */
export function unsupportedMediaType(mediaTypes: readonly string[] = ['application/json']): Fault {
  const message = `Send the body as ${anyOf.format(mediaTypes)} in UTF-8, uncompressed.`;
  return new Fault('unsupported_media_type', 'unsupported_media_type', message);
}

/** The maximum number of problems in one answer: an input of 1 MiB can have a hundred thousand. */
const maxProblems = 100;
const maxSummarized = 5;

/** Joins the first few problems into one text; `errors` has all of them. */
function summarize(errors: readonly FieldProblem[]): string {
  const first = errors.slice(0, maxSummarized).map(({ message }) => message);
  const more = errors.length - first.length;
  return more > 0 ? `${first.join(' ')} And ${more} more.` : first.join(' ');
}

/** 422: every problem of the input at once, up to a hundred. */
export function invalid(errors: FieldProblem[], code = 'validation_failed'): Fault {
  const summary = summarize(errors) || 'The input is not valid.';
  return new Fault('invalid', code, summary, { errors: errors.slice(0, maxProblems) });
}

/** 422 for one field: the answer is `validation_failed`, and its entry in `errors` has the code `kind`. */
export function invalidField(path: string, kind: string, message: string): Fault {
  return invalid([{ path, code: kind, message }]);
}

/** 422 for one field, with its own code for the whole answer, which programs can act on. */
export function invalidAs(code: string, path: string, message: string): Fault {
  return invalid([{ path, code, message }], code);
}

/** 429: the client may retry after `retryAfterSeconds`. */
export function rateLimited(message: string, retryAfterSeconds: number, code = 'rate_limited'): Fault {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new Fault('rate_limited', code, message, { headers: { 'Retry-After': String(seconds) } });
}

/** 503: a store or upstream is unavailable at the moment. */
export function unavailable(message: string, code = 'unavailable', retryAfterSeconds = 1): Fault {
  return new Fault('unavailable', code, message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}
