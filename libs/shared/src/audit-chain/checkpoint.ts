import type { KeyObject } from 'node:crypto';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { isSignedAs, signStatement, type StatementType } from './signed-statement.ts';

const type: StatementType = 'pas-audit-checkpoint+jws';

/** End of a tenant's chain at a moment, signed by the sealer. */
const Checkpoint = z.object({
  tenantId: z.string(),
  environment: z.string(),
  seq: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
});
export type Checkpoint = z.output<typeof Checkpoint>;

/** Signs a checkpoint. */
export const signCheckpoint = (checkpoint: Checkpoint, privateKey: KeyObject): Promise<string> =>
  signStatement(type, checkpoint, privateKey);

/** Reads the content of a checkpoint without a check of its signature; null if it is unreadable. */
export function readCheckpoint(jws: string): Checkpoint | null {
  try {
    return Checkpoint.parse(decodeJwt(jws));
  } catch {
    return null;
  }
}

/** Whether a checkpoint is signed by one of the keys. */
export const isSigned = (jws: string, publicKeys: ReadonlyMap<string, KeyObject>): Promise<boolean> =>
  isSignedAs(type, jws, publicKeys);
