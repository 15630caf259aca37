import type { RequestHandler, Response } from 'express';
import { Histogram } from 'prom-client';
import { requestFacts } from './access-log.ts';

const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from a request to the end of its answer or connection, by route and class. Without long-lived requests.',
  labelNames: ['method', 'route', 'class', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** A long poll takes 25 s at most. A stream lasts until its client disconnects or the program stops. */
const longLivedSeconds = new Histogram({
  name: 'http_long_lived_request_duration_seconds',
  help: 'Time that long polls and event streams were open, by route.',
  labelNames: ['method', 'route', 'status'],
  buckets: [1, 5, 15, 30, 60, 300, 1800, 3600],
});

/** The methods that have a series of their own. All others share one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the class of a status, or `aborted` if the connection ended before the answer. */
const statusOf = (response: Response): string =>
  response.writableFinished ? `${Math.trunc(response.statusCode / 100)}xx` : 'aborted';

/**
 * Counts and times every request, including those whose clients leave. Requests without a route share the route
 * `unmatched`, so that no client can grow the number of series.
 */
export const observeRequests: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  // Emitted once for every response, whether it was sent in full or its connection broke off.
  response.on('close', () => {
    const { route = 'unmatched', requestClass = 'interactive' } = requestFacts(response);
    const method = methods.has(request.method) ? request.method : 'other';
    const seconds = (performance.now() - startedAt) / 1000;
    const labels = { method, route, status: statusOf(response) };
    if (requestClass === 'long_lived') longLivedSeconds.observe(labels, seconds);
    else requestSeconds.observe({ ...labels, class: requestClass }, seconds);
  });
  next();
};
