import type { Request, RequestHandler, Response } from 'express';
import { currentTrace } from '../trace/trace.ts';
import type { Logger } from '../log/logger.ts';

const tokenLength = 40;
/** A path segment of this length is a bearer token and is never logged; ids have 31 characters at most. */
const tokenSegment = /[A-Za-z0-9_-]{40,}/g;

/** The request's path without its query and without tokens. */
export function loggablePath(request: Request): string {
  const { originalUrl } = request;
  const at = originalUrl.indexOf('?');
  const path = at === -1 ? originalUrl : originalUrl.slice(0, at);
  return path.length < tokenLength ? path : path.replace(tokenSegment, '[redacted]');
}

/** Keeps a request that was turned away out of the access log: the sampled lines of the log count it. */
export function skipAccessLine(response: Response): void {
  response.locals['hasAccessLine'] = false;
}

/** One line a request, when its answer is out or the connection is gone. */
export function logAccess(log: Logger): RequestHandler {
  // Not redacted: no field of these lines can hold a secret, and the search costs more than writing the line.
  const lines = log.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = performance.now();
    const path = loggablePath(request);
    // Read here, because a connection breaks outside the context of its request.
    const trace = currentTrace();
    // Comes once for every response, whether it was written to its end or its connection broke off.
    response.on('close', () => {
      if (response.locals['hasAccessLine'] === false) return;
      const isAnswered = response.writableFinished;
      const line = {
        correlationId: trace?.correlationId,
        traceparent: trace?.traceparent,
        method: request.method,
        path,
        status: isAnswered ? response.statusCode : null,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        outcome: isAnswered ? 'answered' : 'aborted',
      };
      lines.info(line, 'request');
    });
    next();
  };
}
