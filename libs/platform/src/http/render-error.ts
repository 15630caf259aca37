import type { ErrorRequestHandler, Request, Response } from 'express';
import { currentTrace } from '../trace/trace.ts';
import { Fault, type FaultKind } from '../errors/fault.ts';
import { bodyTooLarge, malformed, unsupportedMediaType } from '../errors/raise.ts';
import type { Logger } from '../log/logger.ts';
import { sampleLines, type SampleLine } from '../log/sample-lines.ts';
import { serializeError } from '../log/serialize-error.ts';
import { isStoreUnavailable } from '../mongo/store-unavailable.ts';
import { loggablePath, skipAccessLine } from './access-log.ts';
import type { PageReply } from './reply.ts';
import { sendPage } from './send-page.ts';
import { wantsPage } from './wants-page.ts';

/** The only place that maps a kind of failure to a status. */
const answers: Record<FaultKind, { status: number; title: string }> = {
  malformed: { status: 400, title: 'Malformed request' },
  unauthenticated: { status: 401, title: 'Authentication required' },
  forbidden: { status: 403, title: 'Not permitted' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'Gone' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  too_large: { status: 413, title: 'Content too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  invalid: { status: 422, title: 'Validation failed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Request header fields too large' },
  internal: { status: 500, title: 'Internal error' },
  bad_upstream: { status: 502, title: 'Bad gateway' },
  unavailable: { status: 503, title: 'Service unavailable' },
  upstream_timeout: { status: 504, title: 'Gateway timeout' },
};

export const problemMediaType = 'application/problem+json; charset=utf-8';

/** The body of RFC 9457 with this API's members. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  message: string;
  correlationId: string;
  [member: string]: unknown;
}

/** Builds the problem body of a fault. */
export function toProblem(fault: Fault, correlationId: string): Problem {
  return {
    type: `/docs/errors#${fault.code}`,
    title: answers[fault.kind].title,
    status: answers[fault.kind].status,
    code: fault.code,
    message: fault.message,
    correlationId,
    ...(fault.details.errors && { errors: fault.details.errors }),
    ...fault.details.members,
  };
}

const storeUnavailable = (cause: unknown): Fault =>
  new Fault('unavailable', 'store_unavailable', 'The data store is unavailable at the moment. Try again.', {
    headers: { 'Retry-After': '1' },
    cause,
  });

const internal = (cause: unknown): Fault =>
  new Fault('internal', 'internal_error', 'Something went wrong on our side. Quote the correlation id.', {
    cause,
  });

/** Maps errors of body-parser, the router and the driver to kinds of fault. Unknown errors are internal. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  // The status decides, because the error types differ between parsers.
  const { status } = (error ?? {}) as { status?: number };
  if (status === 413) return bodyTooLarge();
  if (status === 415) return unsupportedMediaType();
  if (error instanceof URIError || status === 400) return malformed('The request could not be read.');
  return isStoreUnavailable(error) ? storeUnavailable(error) : internal(error);
}

/** Facts about the request that an error page may show: the page and the reader's language. */
export type PageRequest = Pick<Request, 'path' | 'headers'> & {
  /** The known language of the reader, BCP 47. It takes precedence over the browser's. */
  locale?: string | null;
};

/** The paths that serve pages to people, and the error page there. `wantsPage` decides for each request. */
export interface FaultPages {
  /** The first segments of these paths, such as `/join`. */
  below: readonly `/${string}`[];
  render(problem: Problem, request: PageRequest): PageReply;
}

/** Writes a fault as a page for people, and as problem+json for programs. */
function sendFault(request: Request, response: Response, fault: Fault, pages: FaultPages | null): void {
  const problem = toProblem(fault, currentTrace()?.correlationId ?? '');
  if (fault.details.headers) response.set(fault.details.headers);
  if (pages) {
    const { path, headers } = request;
    const { locale = null } = fault.details;
    sendPage(response, pages.render(problem, { path, headers, locale }));
    return;
  }
  response.status(problem.status).set({ 'Content-Type': problemMediaType, 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(problem));
}

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Returns whether the failures of a path are pages for people. */
export const hasFaultPages = ({ below }: FaultPages, path: string): boolean =>
  below.some((prefix) => isBelow(path, prefix));

/** Whether a person reads the answer. */
const isForPerson = ({ path, headers }: Request, pages: FaultPages): boolean =>
  hasFaultPages(pages, path) && wantsPage(headers);

/** Joins the messages of an error and its causes, without stacks. */
function reasonOf(error: unknown): string | undefined {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error && reasons.length < 3; { cause } = cause) {
    const { type, message } = serializeError(cause);
    reasons.push(`${type}: ${message}`);
  }
  return reasons.length > 0 ? reasons.join(', because of ') : undefined;
}

/**
 * Logs a fault. A 503 is expected: a store is unavailable, or too many requests are running. Thousands may occur in a
 * second, so each code gets at most one line a second, without a stack.
 */
function logFault(
  fault: Fault,
  request: Request,
  { log, sample }: { log: Logger; sample: SampleLine },
): void {
  const { kind, code, message, cause } = fault;
  const { detail, isShed } = fault.details;
  const path = loggablePath(request);
  const key = isShed ? `${code} ${detail}` : code;
  if (kind === 'unavailable' || isShed) sample(key, { code, detail, path, reason: reasonOf(cause) }, message);
  else if (answers[kind].status >= 500) log.error({ err: cause ?? fault, code, detail, path }, message);
  else if (detail !== undefined) log.info({ code, detail }, message);
}

/** Makes the error handler at the end of every app. No other handler catches errors. */
export function renderError(log: Logger, faultPages?: FaultPages): ErrorRequestHandler {
  const logs = { log, sample: sampleLines(log) };
  return (error: unknown, request: Request, response: Response, _next) => {
    const fault = toFault(error);
    logFault(fault, request, logs);
    if (fault.details.isShed) skipAccessLine(response);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendFault(request, response, fault, faultPages && isForPerson(request, faultPages) ? faultPages : null);
  };
}
