import type { RequestHandler } from 'express';
import { Histogram } from 'prom-client';

const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the request to the end of its answer, by method and status class.',
  labelNames: ['method', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Counts and times every request. Labels are few, so that no client can grow the number of series. */
export const observeRequests: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  response.on('finish', () => {
    const labels = { method: request.method, status: `${Math.trunc(response.statusCode / 100)}xx` };
    requestSeconds.observe(labels, (performance.now() - startedAt) / 1000);
  });
  next();
};
