import type { RequestHandler } from 'express';
import { malformed } from '../errors/raise.ts';

/**
 * Refuses an address whose percent-encoding is no valid UTF-8 (RFC 3986, section 2.1; RFC 3629), in the path or the
 * query. The parser of the query would insert replacement characters.
 */
export const refuseMalformedUrl: RequestHandler = (request, _response, next) => {
  const { originalUrl } = request;
  if (!originalUrl.includes('%')) return next();
  try {
    decodeURIComponent(originalUrl);
  } catch {
    throw malformed('The address is not valid percent-encoded UTF-8.');
  }
  return next();
};
