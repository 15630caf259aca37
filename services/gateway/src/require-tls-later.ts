import type { RequestHandler } from 'express';

/** A year, as the lists of browsers demand it. Other hosts of the same domain are not ours to decide about. */
const header = 'max-age=31536000';

/**
 * Has browsers come back over TLS alone (RFC 6797). Only an answer over TLS may say so: the connection's own, or that of a
 * trusted proxy.
 */
export const requireTlsLater: RequestHandler = (request, response, next) => {
  if (request.secure) response.setHeader('Strict-Transport-Security', header);
  next();
};
