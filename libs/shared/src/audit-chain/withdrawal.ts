import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { openCheckpointFiles, type CheckpointFiles } from './checkpoint-files.ts';
import { isSignedAs, signStatement, type StatementType } from './signed-statement.ts';

const type: StatementType = 'pas-audit-withdrawal+jws';

/** Actions that a restore from a backup must not undo, with the kind of their target. */
export const withdrawalTargets = {
  'user.erased': 'user',
  'api_key.revoked': 'api_key',
  'controller_key.revoked': 'controller_key',
} as const;

/**
 * An erasure or a revocation of a key, signed with the key of the checkpoints and stored outside the database. After a
 * restore, it is applied again. It contains only ids.
 */
const Withdrawal = z.object({
  tenantId: z.string(),
  environment: z.string(),
  action: z.enum(['user.erased', 'api_key.revoked', 'controller_key.revoked']),
  /** The user or the key. */
  targetId: z.string(),
  at: z.iso.datetime(),
});
export type Withdrawal = z.output<typeof Withdrawal>;

/** Opens the withdrawals of an environment: `<directory>/withdrawals/<environment>/<tenant>.ndjson`. */
export const openWithdrawalFiles = (directory: string, environment: string): CheckpointFiles =>
  openCheckpointFiles(join(directory, 'withdrawals'), environment);

/** Signs a withdrawal with the key of the checkpoints. */
export const signWithdrawal = (withdrawal: Withdrawal, privateKey: KeyObject): Promise<string> =>
  signStatement(type, withdrawal, privateKey);

/** Reads a withdrawal that is signed by one of the keys; null for any other statement. */
export async function readWithdrawal(
  jws: string,
  publicKeys: ReadonlyMap<string, KeyObject>,
): Promise<Withdrawal | null> {
  if (!(await isSignedAs(type, jws, publicKeys))) return null;
  return Withdrawal.safeParse(decodeJwt(jws)).data ?? null;
}
