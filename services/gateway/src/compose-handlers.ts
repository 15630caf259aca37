import type { NextFunction, RequestHandler } from 'express';

/** Forwards the error of an asynchronous handler. */
function forwardFault(handled: unknown, leave: (fault: unknown) => void): void {
  if (handled instanceof Promise) handled.catch(leave);
}

/**
 * Combines several handlers into one; each calls `next` when it has finished. Express would match the path again for
 * each handler of its own, which costs more than these checks.
 */
export function composeHandlers(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, leave) => {
    let at = 0;
    const next = (fault?: unknown): void => {
      const handler = fault === undefined ? handlers[at++] : undefined;
      if (!handler) return leave(fault);
      // Caught here, because Express would render the error outside the request's trace.
      try {
        return forwardFault(handler(request, response, next as NextFunction), leave);
      } catch (thrown) {
        return leave(thrown);
      }
    };
    next();
  };
}
