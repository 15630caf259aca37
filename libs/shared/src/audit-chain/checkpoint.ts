import { createPublicKey, type KeyObject } from 'node:crypto';
import { CompactSign, compactVerify, decodeJwt, errors } from 'jose';
import { z } from 'zod';
import { keyId } from '../principal/assertion.ts';
import { isStrictJws } from '../principal/strict-jws.ts';

const tokenType = 'pas-audit-checkpoint+jws';

/** End of a tenant's chain at a moment, signed by the sealer. */
const Checkpoint = z.object({
  tenantId: z.string(),
  environment: z.string(),
  seq: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
});
export type Checkpoint = z.output<typeof Checkpoint>;

/** Signs a checkpoint: compact JWS (RFC 7515) with Ed25519, its key named by the thumbprint (RFC 7638). */
export async function signCheckpoint(checkpoint: Checkpoint, privateKey: KeyObject): Promise<string> {
  const kid = await keyId(createPublicKey(privateKey));
  return new CompactSign(Buffer.from(JSON.stringify(checkpoint)))
    .setProtectedHeader({ alg: 'Ed25519', typ: tokenType, kid })
    .sign(privateKey);
}

/** Reads the content of a checkpoint without a check of its signature; null if it is unreadable. */
export function readCheckpoint(jws: string): Checkpoint | null {
  try {
    return Checkpoint.parse(decodeJwt(jws));
  } catch {
    return null;
  }
}

/** Whether a checkpoint is signed by one of the keys. */
export async function isSigned(jws: string, publicKeys: ReadonlyMap<string, KeyObject>): Promise<boolean> {
  const keyOf = ({ kid }: { kid?: string }): KeyObject => {
    const key = publicKeys.get(kid ?? '');
    if (!key) throw new errors.JWSInvalid('unknown key');
    return key;
  };
  if (!isStrictJws(jws)) return false;
  try {
    const { protectedHeader } = await compactVerify(jws, keyOf, { algorithms: ['Ed25519'] });
    return protectedHeader.typ === tokenType;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
