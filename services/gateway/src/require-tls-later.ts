import type { RequestHandler } from 'express';

/** A year, as the preload lists of browsers require. It does not cover other hosts of the domain. */
const header = 'max-age=31536000';

/**
 * Makes browsers return over TLS only (RFC 6797). Only answers over TLS may have the header, by the connection itself
 * or by a trusted proxy.
 */
export const requireTlsLater: RequestHandler = (request, response, next) => {
  if (request.secure) response.setHeader('Strict-Transport-Security', header);
  next();
};
