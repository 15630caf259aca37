import { createPublicKey, type KeyObject } from 'node:crypto';
import { CompactSign, compactVerify, decodeProtectedHeader, errors } from 'jose';
import { keyId } from '../principal/assertion.ts';
import { isStrictJws } from '../principal/strict-jws.ts';

/** Kinds of statements about a chain, as the `typ` of their JWS. */
export type StatementType =
  | 'pas-audit-checkpoint+jws'
  | 'pas-audit-restoration+jws'
  | 'pas-audit-withdrawal+jws';

/** Signs a statement: compact JWS (RFC 7515) with Ed25519, its key named by the thumbprint (RFC 7638). */
export async function signStatement(
  type: StatementType,
  content: object,
  privateKey: KeyObject,
): Promise<string> {
  const kid = await keyId(createPublicKey(privateKey));
  return new CompactSign(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'Ed25519', typ: type, kid })
    .sign(privateKey);
}

/** Reads the type of a statement without a check of its signature; null if it is unreadable. */
export function readStatementType(jws: string): string | null {
  try {
    return decodeProtectedHeader(jws).typ ?? null;
  } catch {
    return null;
  }
}

/** Whether a statement has this type and is signed by one of the keys. */
export async function isSignedAs(
  type: StatementType,
  jws: string,
  publicKeys: ReadonlyMap<string, KeyObject>,
): Promise<boolean> {
  const keyOf = ({ kid }: { kid?: string }): KeyObject => {
    const key = publicKeys.get(kid ?? '');
    if (!key) throw new errors.JWSInvalid('unknown key');
    return key;
  };
  if (!isStrictJws(jws)) return false;
  try {
    const { protectedHeader } = await compactVerify(jws, keyOf, { algorithms: ['Ed25519'] });
    return protectedHeader.typ === type;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
