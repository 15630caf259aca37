import type { RequestHandler } from 'express';
import { chooseCorrelationId, readTraceparent, withTrace } from '../trace/trace.ts';
import { traceRequest } from './trace-request.ts';

export const correlationHeader = 'x-correlation-id';

/** Gives every request its correlation id, sends it in the answer, and runs the rest of the work with it. */
export const correlate: RequestHandler = (request, response, next) => {
  const offered = request.headers[correlationHeader];
  const correlationId = chooseCorrelationId(typeof offered === 'string' ? offered : undefined);
  const traceparent = readTraceparent(request.headers['traceparent'] as string | undefined);
  response.setHeader('X-Correlation-Id', correlationId);
  withTrace({ correlationId, traceparent: traceRequest(request, response, traceparent) }, next);
};
