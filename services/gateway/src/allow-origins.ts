import cors from 'cors';
import type { RequestHandler } from 'express';

/** Headers that scripts of another origin may read. */
const exposedHeaders = [
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Admin-Env',
  'X-Correlation-Id',
];

/**
 * Lets pages of the listed origins call the API with a bearer token. Cookies never cross origins. Any other origin gets
 * an answer without CORS headers, and its browser withholds the answer.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const listed = new Set(origins);
  const allow = cors({
    origin: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    maxAge: 600,
  });
  return (request, response, next) => {
    const { origin } = request.headers;
    if (listed.size > 0) response.vary('Origin');
    if (origin !== undefined && listed.has(origin)) allow(request, response, next);
    else next();
  };
}
