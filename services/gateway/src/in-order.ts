import type { NextFunction, RequestHandler } from 'express';

/** Passes on what an asynchronous handler throws. */
function forwardFault(handled: unknown, leave: (fault: unknown) => void): void {
  if (handled instanceof Promise) handled.catch(leave);
}

/**
 * Makes one handler of several, each of which calls `next` once it is done. Express looks at the path anew for each
 * handler that it holds itself, which for the few checks that every request passes costs more than the checks.
 */
export function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, leave) => {
    let at = 0;
    const next = (fault?: unknown): void => {
      const handler = fault === undefined ? handlers[at++] : undefined;
      if (!handler) return leave(fault);
      // Caught here and not by Express, which would render it outside of the request's trace.
      try {
        return forwardFault(handler(request, response, next as NextFunction), leave);
      } catch (thrown) {
        return leave(thrown);
      }
    };
    next();
  };
}
