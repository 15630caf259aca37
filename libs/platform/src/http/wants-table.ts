import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/**
 * Whether a GET prefers CSV to JSON (RFC 9110, section 12.5.1). Without a preference, or with `text/csv;q=0`, the answer
 * is JSON.
 */
export function wantsTable({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  // Almost no request names a text type, and each request at the gateway comes here.
  if (method !== 'GET' || !headers.accept?.toLowerCase().includes('text/')) return false;
  return accepts({ headers } as IncomingMessage).type(['application/json', 'text/csv']) === 'text/csv';
}
