import { createHmac } from 'node:crypto';
import { matchesAny } from '../compare-signatures.ts';
import { findTimestampFault, readHeader, rejected, valid, type Verify } from '../signed-request.ts';

/** The settings of the payments provider's signatures. */
export interface PaymentsSignatures {
  /** Newest first, each as the provider shows it. */
  secrets: readonly string[];
  /** In small letters. */
  header: string;
}

/** More signatures than any rotation has. */
const maxElements = 32;

/** A name and its value in canonical form: `t` or a scheme such as `v1`. */
const element = /^([a-z][a-z0-9]*)=([^=\s]+)$/;

/** Splits `t=1700000000,v1=abc` into names and values; null for a malformed header. */
function readElements(header: string): [name: string, value: string][] | null {
  const texts = header.split(',');
  if (texts.length > maxElements) return null;
  const elements = texts.flatMap((text): [string, string][] => {
    const [, name = '', value = ''] = element.exec(text) ?? [];
    return name === '' ? [] : [[name, value]];
  });
  return elements.length === texts.length ? elements : null;
}

const valuesOf = (elements: readonly [string, string][], wanted: string): string[] =>
  elements.filter(([name]) => name === wanted).map(([, value]) => value);

/**
 * Prepares the verification of the payments provider: `t=<seconds>,v1=<hex>`, HMAC-SHA256 over `<t>.<body>`. Each of
 * several `v1` may match one of the secrets; other schemes, such as `v0`, are ignored.
 */
export function paymentsVerifier({ secrets, header }: PaymentsSignatures): Verify {
  return (request, rawBody, now) => {
    const sent = readHeader(request, header);
    if (sent === undefined) return rejected('signature_missing');
    const elements = readElements(sent);
    if (!elements) return rejected('signature_malformed');
    const [timestamp, ...others] = valuesOf(elements, 't');
    if (timestamp === undefined || others.length > 0) return rejected('timestamp_malformed');
    const fault = findTimestampFault(timestamp, now);
    if (fault) return rejected(fault);
    const signatures = valuesOf(elements, 'v1');
    const isSpelled = signatures.length > 0 && signatures.every((value) => /^[0-9a-f]{64}$/.test(value));
    if (!isSpelled) return rejected('signature_malformed');
    const expected = secrets.map((secret) =>
      createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex'),
    );
    return matchesAny(signatures, expected) ? valid : rejected('signature_wrong');
  };
}
