import type { IncomingHttpHeaders } from 'node:http';
import { preconditionFailed } from '../errors/raise.ts';

/**
 * Reads the versions that `If-Match` names (RFC 9110, section 13.1.1): null for `*` and for a missing header. A weak or
 * foreign tag matches no version, so the comparison answers 412.
 */
export function readIfMatch(headers: IncomingHttpHeaders): readonly number[] | null {
  const value = headers['if-match'];
  if (value === undefined || value.trim() === '*') return null;
  return value.split(',').map((tag) => Number(/^"([1-9]\d{0,14})"$/.exec(tag.trim())?.[1] ?? Number.NaN));
}

const noVersion =
  'If-Match names no version. Send the ETag as the resource had it, such as "3" with its quotes and without W/.';

/** @throws precondition_failed when `If-Match` names other versions than the row's */
export function requireVersion(row: { version: number }, ifMatch: readonly number[] | null): void {
  if (ifMatch === null || ifMatch.includes(row.version)) return;
  throw preconditionFailed(ifMatch.every(Number.isNaN) ? noVersion : undefined);
}
