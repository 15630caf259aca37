import type { RequestHandler } from 'express';
import { malformed } from '../errors/raise.ts';

/**
 * Refuses an address with malformed percent-encoded UTF-8 in its path or query (RFC 3986, section 2.1; RFC 3629). The
 * parser of the query would insert replacement characters.
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
