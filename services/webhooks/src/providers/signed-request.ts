import type { IncomingHttpHeaders } from 'node:http';

/** A webhook as it arrived, before its signature is verified. */
export interface SignedRequest {
  method: string;
  /** Path and query exactly as they were sent. */
  url: string;
  headers: IncomingHttpHeaders;
}

/** The reason of a refused signature: a stable code for the log, the counter and the list of rejections. */
export type RejectionReason =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_wrong'
  | 'timestamp_malformed'
  | 'timestamp_out_of_range'
  | 'body_unbound';

/** The result of a verification. A refusal is a value; verifications never throw. */
export type Verdict = { isValid: true } | { isValid: false; reason: RejectionReason };

/** Verifies one provider's webhooks. `now` is the time of arrival in milliseconds. */
export type Verify = (request: SignedRequest, rawBody: Buffer, now: number) => Verdict;

/** The verdict on a valid signature. */
export const valid: Verdict = { isValid: true };

/** Makes the verdict on an invalid signature. */
export const rejected = (reason: RejectionReason): Verdict => ({ isValid: false, reason });

/** The largest clock difference of a provider and the largest age of a webhook, in seconds. */
const toleranceSeconds = 300;

/**
 * Checks the time that a provider has signed, in whole seconds since 1970.
 *
 * @returns null for a time within the tolerance
 */
export function findTimestampFault(text: string, now: number): RejectionReason | null {
  if (!/^\d{1,12}$/.test(text)) return 'timestamp_malformed';
  const distance = Math.abs(Math.floor(now / 1000) - Number(text));
  return distance > toleranceSeconds ? 'timestamp_out_of_range' : null;
}

/** Returns the path of a URL, without the query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Returns the value of a header; undefined for a missing or empty one. Node joins the values of a repeated header. */
export function readHeader({ headers }: SignedRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
