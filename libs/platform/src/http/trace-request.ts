import type { Request, Response } from 'express';
import { startSpan } from '../trace/spans.ts';
import { requestFacts } from './access-log.ts';

/**
 * Starts the span of a request; it ends with the response. Its attributes name the route and never the path, which may
 * contain a token.
 *
 * @param parent the `traceparent` of the request; null without one
 * @returns the `traceparent` for the work of the request: `parent` while this process records no spans
 */
export function traceRequest(request: Request, response: Response, parent: string | null): string | null {
  const { method } = request;
  const span = startSpan({ name: method, kind: 'server', parent });
  if (!span) return parent;
  response.on('close', () => {
    const { route, principal } = requestFacts(response);
    const isAnswered = response.writableFinished;
    const { statusCode } = response;
    span.end({
      ...(route !== undefined && { name: `${method} ${route}` }),
      attributes: {
        'http.request.method': method,
        'pas.correlation_id': String(response.getHeader('X-Correlation-Id') ?? ''),
        ...(route !== undefined && { 'http.route': route }),
        ...(isAnswered && { 'http.response.status_code': statusCode }),
        ...(principal && { 'pas.caller': principal.kind }),
        ...(principal?.tenantId && { 'pas.tenant_id': principal.tenantId }),
      },
      isFailed: !isAnswered || statusCode >= 500,
    });
  });
  return span.traceparent;
}
