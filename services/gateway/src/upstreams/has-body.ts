import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request carries a body (RFC 9112, section 6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
