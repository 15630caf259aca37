import type { KeyObject } from 'node:crypto';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { isSignedAs, readStatementType, signStatement, type StatementType } from './signed-statement.ts';

const type: StatementType = 'pas-audit-restoration+jws';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Explanation of records that a restore from a backup has lost, signed with the key of the checkpoints. It is a line of
 * the checkpoint file. It voids earlier checkpoints of the lost records. The chain must have the hash of the last
 * restored record instead.
 */
const Restoration = z.object({
  /** A second statement with this id is a copy, and invalid. */
  id: z.string(),
  tenantId: z.string(),
  environment: z.string(),
  /** The last record of the backup; 0 if the backup had none. */
  seq: z.int().min(0),
  /** The hash of that record. */
  hash: Hash,
  /** The lost records up to the last one that a checkpoint covered, and the hash in that checkpoint. */
  lost: z.object({ fromSeq: z.int().min(1), toSeq: z.int().min(1), hash: Hash }),
  by: z.string(),
  reason: z.string(),
  at: z.iso.datetime(),
});
export type Restoration = z.output<typeof Restoration>;

/** Signs a restoration with the key of the checkpoints. */
export const signRestoration = (restoration: Restoration, privateKey: KeyObject): Promise<string> =>
  signStatement(type, restoration, privateKey);

/** Whether a statement claims to be a restoration. */
export const isRestoration = (jws: string): boolean => readStatementType(jws) === type;

/** Reads a restoration that is signed by one of the keys; null for any other statement. */
export async function readRestoration(
  jws: string,
  publicKeys: ReadonlyMap<string, KeyObject>,
): Promise<Restoration | null> {
  if (!(await isSignedAs(type, jws, publicKeys))) return null;
  return Restoration.safeParse(decodeJwt(jws)).data ?? null;
}
