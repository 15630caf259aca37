import { chooseCorrelationId, mintTraceparent, readTraceparent, withTrace } from '@pas/platform/trace/trace';
import { correlationHeader } from '@pas/platform/http/correlate';
import type { RequestHandler } from 'express';

/**
 * Gives every request its correlation id, and a trace where the caller brings none: the services behind take both as
 * they come, so that one request has one of each everywhere.
 */
export const startTrace: RequestHandler = (request, response, next) => {
  const { [correlationHeader]: offered, traceparent } = request.headers;
  const correlationId = chooseCorrelationId(typeof offered === 'string' ? offered : undefined);
  const trace = readTraceparent(typeof traceparent === 'string' ? traceparent : undefined);
  response.setHeader('X-Correlation-Id', correlationId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  withTrace({ correlationId, traceparent: trace ?? mintTraceparent() }, next);
};
