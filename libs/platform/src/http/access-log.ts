import type { Request, RequestHandler, Response } from 'express';
import { currentTrace } from '../trace/trace.ts';
import type { Caller } from '../context/operation-context.ts';
import type { Logger } from '../log/logger.ts';

const tokenLength = 40;
/**
 * Parts of a path that are never logged. A segment of 40 characters, percent-encoded or not, is a bearer token; ids have
 * 31 characters at most. A segment below `/by-…/` is a value that a customer chose, often an e-mail.
 */
const hiddenPart = /(?:[A-Za-z0-9_-]|%[0-9A-Fa-f]{2}){40,}|(?<=\/by-[a-z-]+\/)[^/]+/g;

/** Returns the request's path without its query, tokens and values of customers. */
export function loggablePath(request: Request): string {
  const { originalUrl } = request;
  const at = originalUrl.indexOf('?');
  const path = at === -1 ? originalUrl : originalUrl.slice(0, at);
  const isOpen = path.length < tokenLength && !path.includes('/by-');
  return isOpen ? path : path.replace(hiddenPart, '[redacted]');
}

/**
 * The kind of work that a request is. Its duration has a different meaning in each:
 *
 * - `interactive`: somebody waits for the answer;
 * - `expensive`: reads that take seconds, such as exports;
 * - `upload`: bodies that are streamed;
 * - `webhook`: requests of providers;
 * - `long_lived`: long polls and event streams, which last as long as their client waits.
 */
export type RequestClass = 'interactive' | 'expensive' | 'upload' | 'webhook' | 'long_lived';

/** Facts about a request that its handlers add. */
interface RequestFacts {
  /** Set by the guard. */
  principal?: Caller;
  /** The path of the route, with its parameters in braces; at the gateway the prefix of the group. */
  route?: string;
  /** Default: `interactive`. */
  requestClass?: RequestClass;
  hasAccessLine?: boolean;
}

/** Returns the facts that the handlers of a request have added so far. */
export const requestFacts = (response: Response): RequestFacts => response.locals;

/** Keeps a shed request out of the access log. The sampled lines of the log count it. */
export function skipAccessLine(response: Response): void {
  requestFacts(response).hasAccessLine = false;
}

/** Names the route that serves a request, for its line and its metrics. Every route of a program has one name. */
export function nameRoute(response: Response, route: string): void {
  requestFacts(response).route = route;
}

/** Sets the class under which the duration of a request is counted. */
export function classifyRequest(response: Response, requestClass: RequestClass): void {
  requestFacts(response).requestClass = requestClass;
}

/** Logs one line for each request, after its answer is sent or its connection is lost. */
export function logAccess(log: Logger): RequestHandler {
  // These lines are not redacted. None of their fields can hold a secret, and the search costs more than the write.
  const lines = log.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = performance.now();
    const path = loggablePath(request);
    // The trace is read here, because a connection breaks outside the context of its request.
    const trace = currentTrace();
    // Emitted once for every response, whether it was sent in full or its connection broke off.
    response.on('close', () => {
      const { principal, route, hasAccessLine } = requestFacts(response);
      if (hasAccessLine === false) return;
      const isAnswered = response.writableFinished;
      const line = {
        correlationId: trace?.correlationId,
        traceparent: trace?.traceparent,
        method: request.method,
        path,
        route: route ?? null,
        caller: principal?.kind ?? null,
        tenantId: principal?.tenantId ?? null,
        status: isAnswered ? response.statusCode : null,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        outcome: isAnswered ? 'answered' : 'aborted',
      };
      lines.info(line, 'request');
    });
    next();
  };
}
