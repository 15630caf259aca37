import type { RequestHandler } from 'express';
import { malformed } from '../errors/raise.ts';

/**
 * Refuses an address whose percent-encoding can't be decoded as UTF-8 (RFC 3986, section 2.1; RFC 3629), in the path
 * as in the query, where the parser would put a replacement character in the place of what was meant.
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
