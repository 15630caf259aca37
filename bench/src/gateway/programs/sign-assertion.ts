import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { KeyRecord } from './find-key.ts';

const { privateKey } = generateKeyPairSync('ed25519');

/** Signs the assertion about the caller for the service. */
export function signAssertion({ _id, tenantId, scopes }: KeyRecord, environment: string): Promise<string> {
  return new SignJWT({ kind: 'api_key', tid: tenantId, scopes })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'pas-assertion+jwt' })
    .setSubject(_id)
    .setAudience(`admin@${environment}`)
    .setIssuedAt()
    .setExpirationTime('30s')
    .sign(privateKey);
}
