import type { Request, RequestHandler } from 'express';
import { currentTrace } from '../context/request-context.ts';
import type { Logger } from '../log/logger.ts';

/** A path segment this long is no id of ours (31 characters at most) but a bearer token, and never logged. */
const tokenSegment = /[A-Za-z0-9_-]{40,}/g;

/** The request's path without its query and without tokens. */
export function loggablePath(request: Request): string {
  return (request.originalUrl.split('?', 1)[0] ?? '').replace(tokenSegment, '[redacted]');
}

/** One line a request, when its answer is out or the connection is gone. */
export function logAccess(log: Logger): RequestHandler {
  // No field of these lines can hold a secret, and looking for one costs more than writing the line.
  const lines = log.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = performance.now();
    const path = loggablePath(request);
    // Told here: a connection that breaks off does so outside of its request's context.
    const trace = currentTrace();
    let isLogged = false;
    const write = (outcome: 'answered' | 'aborted'): void => {
      if (isLogged) return;
      isLogged = true;
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = outcome === 'answered' ? response.statusCode : null;
      lines.info({ ...trace, method: request.method, path, status, durationMs, outcome }, 'request');
    };
    response.once('finish', () => write('answered'));
    response.once('close', () => write('aborted'));
    next();
  };
}
