import { createHmac } from 'node:crypto';
import { matchesAny } from '../compare-signatures.ts';
import {
  findTimestampFault,
  readHeader,
  rejected,
  valid,
  type SignedRequest,
  type Verify,
} from '../signed-request.ts';

/** The settings of the identity provider's signatures (Standard Webhooks 1.0). */
export interface IdentitySignatures {
  /** Newest first, each `whsec_` and base64. */
  secrets: readonly string[];
  /** The prefixes of the three headers, such as `webhook`. */
  prefixes: readonly string[];
}

interface SignedHeaders {
  id: string;
  timestamp: string;
  signatures: string;
}

/** More signatures than any rotation has. */
const maxSignatures = 32;

const maxIdLength = 256;

function readFamily(request: SignedRequest, prefix: string): SignedHeaders | null {
  const id = readHeader(request, `${prefix}-id`);
  const timestamp = readHeader(request, `${prefix}-timestamp`);
  const signatures = readHeader(request, `${prefix}-signature`);
  if (id === undefined || timestamp === undefined || signatures === undefined) return null;
  return id.length > maxIdLength ? null : { id, timestamp, signatures };
}

/** Returns the headers of the first complete family. Headers of two families are never mixed. */
function readSignedHeaders(request: SignedRequest, prefixes: readonly string[]): SignedHeaders | null {
  for (const prefix of prefixes) {
    const family = readFamily(request, prefix);
    if (family) return family;
  }
  return null;
}

/** Returns the id of a verified webhook. It is the same at each delivery. */
export function readVerifiedId(request: SignedRequest, prefixes: readonly string[]): string | null {
  return readSignedHeaders(request, prefixes)?.id ?? null;
}

/** Returns the signatures of our version in a header; none for a malformed header. */
function readSignatures(header: string): string[] {
  const all = header.split(' ');
  const isSpelled = all.length <= maxSignatures && all.every((one) => /^v\w+,[^\s,]+$/.test(one));
  return isSpelled ? all.filter((one) => one.startsWith('v1,')) : [];
}

/** Decodes a secret such as `whsec_…`. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/**
 * Prepares the verification of the identity provider: `v1,` and base64 of the HMAC-SHA256 over
 * `<id>.<timestamp>.<body>`. Several signatures are separated by spaces. One match suffices.
 */
export function identityVerifier({ secrets, prefixes }: IdentitySignatures): Verify {
  const keys = secrets.map(keyOf);
  return (request, rawBody, now) => {
    const sent = readSignedHeaders(request, prefixes);
    if (!sent) return rejected('signature_missing');
    const { id, timestamp } = sent;
    const fault = findTimestampFault(timestamp, now);
    if (fault) return rejected(fault);
    const signatures = readSignatures(sent.signatures);
    if (signatures.length === 0) return rejected('signature_malformed');
    const expected = keys.map((key) => {
      const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody);
      return `v1,${hmac.digest('base64')}`;
    });
    return matchesAny(signatures, expected) ? valid : rejected('signature_wrong');
  };
}
