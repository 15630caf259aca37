import type { RequestHandler } from 'express';
import { Fault } from '../errors/fault.ts';

/**
 * 405 for the methods that a path doesn't take, with those that it does; put behind its handlers. Express would answer
 * OPTIONS by itself otherwise, and call the path unknown for the rest.
 *
 * @param methods those that have a handler, in small letters
 */
export function refuseOtherMethods(methods: readonly string[]): RequestHandler {
  const taken = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  const allow = [...new Set(taken)];
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
