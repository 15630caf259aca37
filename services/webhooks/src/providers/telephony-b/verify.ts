import { createPublicKey, verify as verifySignature, type KeyObject } from 'node:crypto';
import { findTimestampFault, readHeader, rejected, valid, type Verify } from '../signed-request.ts';

/** The settings of telephony-b's signatures. */
export interface TelephonyBSignatures {
  /** Newest first, each the 32 bytes of an Ed25519 key in base64. */
  publicKeys: readonly string[];
  /** In small letters; so is the next. */
  signatureHeader: string;
  timestampHeader: string;
}

/** Opens a key of 32 bytes in base64 (RFC 8037, section 2). */
function openKey(text: string): KeyObject {
  const x = Buffer.from(text, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** Reads the 64 bytes of a signature; null for any other spelling than standard base64 with padding. */
function readSignature(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 64 && bytes.toString('base64') === text ? bytes : null;
}

/** Prepares the verification of telephony-b: Ed25519 over `<timestamp>|<body>` by one of the keys. */
export function telephonyBVerifier(settings: TelephonyBSignatures): Verify {
  const keys = settings.publicKeys.map(openKey);
  return (request, rawBody, now) => {
    const sent = readHeader(request, settings.signatureHeader);
    if (sent === undefined) return rejected('signature_missing');
    const fault = findTimestampFault(readHeader(request, settings.timestampHeader) ?? '', now);
    if (fault) return rejected(fault);
    const signature = readSignature(sent);
    if (!signature) return rejected('signature_malformed');
    const timestamp = readHeader(request, settings.timestampHeader) ?? '';
    const signed = Buffer.concat([Buffer.from(`${timestamp}|`), rawBody]);
    const isValid = keys.some((key) => verifySignature(null, signed, key, signature));
    return isValid ? valid : rejected('signature_wrong');
  };
}
