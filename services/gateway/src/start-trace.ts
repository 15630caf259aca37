import { chooseCorrelationId, mintTraceparent, readTraceparent, withTrace } from '@pas/platform/trace/trace';
import { correlationHeader } from '@pas/platform/http/correlate';
import { traceRequest } from '@pas/platform/http/trace-request';
import type { RequestHandler } from 'express';

/**
 * Gives every request a correlation id, and a trace if the caller sent none. Services use both unchanged, so that a
 * request has the same ids everywhere.
 */
export const startTrace: RequestHandler = (request, response, next) => {
  const { [correlationHeader]: offered, traceparent } = request.headers;
  const correlationId = chooseCorrelationId(typeof offered === 'string' ? offered : undefined);
  const trace = readTraceparent(typeof traceparent === 'string' ? traceparent : undefined);
  response.setHeader('X-Correlation-Id', correlationId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const parent = trace ?? mintTraceparent();
  withTrace({ correlationId, traceparent: traceRequest(request, response, parent) }, next);
};
