import type { NextFunction, RequestHandler } from 'express';

/**
 * Makes one handler of several, each of which calls `next` once it is done. Express looks at the path anew for each
 * handler that it holds itself, which for the few checks that every request passes costs more than the checks.
 */
export function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, done) => {
    let at = 0;
    const next = (error?: unknown): void => {
      const handler = error === undefined ? handlers[at++] : undefined;
      if (!handler) return done(error);
      // Caught here and not by Express, which would render it outside of the request's trace.
      try {
        const handled: unknown = handler(request, response, next as NextFunction);
        if (handled instanceof Promise) handled.catch(done);
      } catch (thrown) {
        done(thrown);
      }
    };
    next();
  };
}
