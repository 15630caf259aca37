import { createHmac, hash } from 'node:crypto';
import { matchesAny } from '../compare-signatures.ts';
import { readHeader, rejected, valid, type SignedRequest, type Verify } from '../signed-request.ts';
import { formText, hasManyFields } from './form-text.ts';
import { signedUrls } from './signed-urls.ts';

/** The settings of telephony-a's signatures. */
export interface TelephonyASignatures {
  /** Newest first. */
  authTokens: readonly string[];
  /** In small letters. */
  header: string;
  /** The bases under which the provider reaches the system. */
  publicUrls: readonly string[];
}

/** Returns the media type of a body, without its parameters. */
export function mediaTypeOf(request: SignedRequest): string {
  return (readHeader(request, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Parses the query of an address, with repeated names. */
export const queryOf = (url: string): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** Whether the one `bodySHA256` of the query, which the signature covers, is the hash of the body. */
function isBoundByHash(url: string, rawBody: Buffer): boolean {
  const [sent, ...others] = queryOf(url).getAll('bodySHA256');
  if (sent === undefined || others.length > 0) return false;
  return matchesAny([sent], [hash('sha256', rawBody, 'hex')]);
}

/**
 * Returns the text that is signed after the address.
 *
 * @returns null for a body that no signature covers, such as a form with a thousand fields
 */
function signedFields(request: SignedRequest, rawBody: Buffer): string | null {
  if (rawBody.length === 0) return '';
  if (request.method === 'GET') return null;
  const mediaType = mediaTypeOf(request);
  if (mediaType === 'application/x-www-form-urlencoded') {
    return hasManyFields(rawBody) ? null : formText(new URLSearchParams(rawBody.toString()));
  }
  return mediaType === 'application/json' && isBoundByHash(request.url, rawBody) ? '' : null;
}

/**
 * Prepares the verification of telephony-a: base64 of the HMAC-SHA1 over the public address and the sorted fields of a
 * form. A JSON body is covered by its hash in the query. The scheme has no timestamp, so receipts are deduplicated.
 */
export function telephonyAVerifier({ authTokens, header, publicUrls }: TelephonyASignatures): Verify {
  const urlsOf = signedUrls(publicUrls);
  return (request, rawBody) => {
    const sent = readHeader(request, header);
    if (sent === undefined) return rejected('signature_missing');
    const fields = signedFields(request, rawBody);
    if (fields === null) return rejected('body_unbound');
    const expected = authTokens.flatMap((token) =>
      urlsOf(request.url).map((url) =>
        createHmac('sha1', token)
          .update(url + fields)
          .digest('base64'),
      ),
    );
    return matchesAny([sent], expected) ? valid : rejected('signature_wrong');
  };
}
