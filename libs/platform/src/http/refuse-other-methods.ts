import type { RequestHandler } from 'express';
import { Fault } from '../errors/fault.ts';

/**
 * Answers 405 for methods that a path does not support, with the supported ones. It is mounted after the path's
 * handlers. Without it, Express answers OPTIONS itself, and 404 for the other methods.
 *
 * @param methods the methods that have a handler, in lower case
 */
export function refuseOtherMethods(methods: readonly string[]): RequestHandler {
  const supported = methods.flatMap((method) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );
  const allow = [...new Set(supported)];
  return (request, _response, next) => {
    if (allow.includes(request.method)) return next();
    throw new Fault(
      'method_not_allowed',
      'method_not_allowed',
      `This path supports only ${allow.join(', ')}.`,
      {
        headers: { Allow: allow.join(', ') },
      },
    );
  };
}
