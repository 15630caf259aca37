import { createHmac, createPublicKey, sign, type KeyObject } from 'node:crypto';

type Members = Readonly<Record<string, unknown>>;

/** Signs the input of a JWS (RFC 7515, section 5.1). */
export type SignInput = (input: string) => Buffer;

const digests: Readonly<Record<string, string>> = { RS256: 'sha256', ES256: 'sha256' };

/** Signs with a private key, by the algorithm `RS256`, `ES256` or `Ed25519`. */
export function signWith(key: KeyObject, alg: string): SignInput {
  return (input) => sign(digests[alg] ?? null, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
}

/** Signs with a shared secret. */
export function signByHmac(alg: 'HS256' | 'HS512', secret: string | Buffer): SignInput {
  return (input) => createHmac(alg.replace('HS', 'sha'), secret).update(input).digest();
}

/** Encodes one part of a JWS. A text stays as it is; other values become JSON. */
export const encodePart = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** Makes a compact JWS, also with parts that no library would write. */
export function handmadeJws(header: unknown, payload: unknown, signInput: SignInput): string {
  const input = `${encodePart(header)}.${encodePart(payload)}`;
  return `${input}.${signInput(input).toString('base64url')}`;
}

const readPart = (part: string): Members => JSON.parse(Buffer.from(part, 'base64url').toString()) as Members;

/** Decodes a compact JWS. */
export function readJws(token: string): { header: Members; payload: Members; signature: string } {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { header: readPart(header), payload: readPart(payload), signature };
}

/** Returns the public half of a key in the forms that a careless verifier might use as a shared secret. */
export function publicForms(privateKey: KeyObject): Readonly<Record<string, string | Buffer>> {
  const key = createPublicKey(privateKey);
  const jwk = key.export({ format: 'jwk' });
  return {
    PEM: key.export({ type: 'spki', format: 'pem' }),
    DER: key.export({ type: 'spki', format: 'der' }),
    JWK: JSON.stringify(jwk),
    'raw bytes': Buffer.from(jwk.x ?? jwk.n ?? '', 'base64url'),
  };
}
