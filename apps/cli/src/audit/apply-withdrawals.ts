import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { openWithdrawalFiles, readWithdrawal, type Withdrawal } from '@pas/shared/audit-chain/withdrawal';
import { commitControl } from '@pas/shared/change/commit';
import { workContext } from '@pas/shared/context/work-context';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { ControllerKeyModel } from '@pas/shared/models/controller-key';
import { indexPublicKeys } from '@pas/shared/principal/assertion';
import type { RestorationConfig } from '../config.ts';
import { scheduleErasureAgain } from '../erase-again.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { silentLog } from '../open-stores.ts';

type Apply = (withdrawal: Withdrawal, operator: string) => Promise<boolean>;

const eraseAgain: Apply = async ({ targetId: userId, tenantId, at: requestedAt }) =>
  scheduleErasureAgain({ userId, tenantId, requestedAt });

const revokeAgain: Apply = async ({ targetId, tenantId, environment, at }, operator) => {
  const revived = { _id: targetId, tenantId, status: { $ne: 'REVOKED' as const } };
  if (!(await ApiKeyModel.exists(revived))) return false;
  const reason = `Revoked at ${at}. A restore from a backup had revived it.`;
  await revokeKey({ operator, environment }, { key: targetId, reason });
  return true;
};

/**
 * Ends a controller's key. The row is in the environment's database, the record in the control database. The record comes
 * first: after a crash between the two, a repeat records the revocation again and ends the key.
 */
const endControllerKey: Apply = async ({ targetId, tenantId, environment, at }, name) => {
  const worker = { service: 'cli', name, environment, events: leaveToSweeper, log: silentLog };
  const ctx = workContext(worker, tenantId);
  const ended = { isLive: false, deletedAt: new Date(at), graceUntil: null, updatedAt: ctx.now };
  // A replaced key is deleted, and works until the end of its grace period.
  const works = [{ deletedAt: null }, { graceUntil: { $ne: null } }];
  const revived = { _id: targetId, tenantId, $or: works };
  const key = await ControllerKeyModel.findOne(revived).lean();
  if (!key) return false;
  await commitControl(ctx, async (change) => {
    change.record({
      action: 'controller_key.revoked',
      targets: [
        { type: 'access_point', id: key.accessPointId },
        { type: 'controller_key', id: targetId },
      ],
      changes: fieldChanges(key, null, { fields: ['accessPointId', 'createdAt', 'graceUntil'] }),
      propertyIds: [key.propertyId],
    });
  });
  await ControllerKeyModel.updateOne(revived, { $set: ended, $inc: { version: 1 } });
  return true;
};

const appliers: Readonly<Record<Withdrawal['action'], Apply>> = {
  'user.erased': eraseAgain,
  'api_key.revoked': revokeAgain,
  'controller_key.revoked': endControllerKey,
};

/**
 * Applies the erasures and revocations of the environment again that the database lacks after a restore. Statements
 * without a valid signature have no effect.
 *
 * @returns the number of applied withdrawals, and of lines that are not valid
 */
export async function applyWithdrawals(
  config: RestorationConfig,
  operator: string,
): Promise<{ applied: number; invalid: number }> {
  const files = openWithdrawalFiles(config.AUDIT_CHECKPOINT_DIR, config.ENVIRONMENT);
  const publicKeys = await indexPublicKeys(config.AUDIT_CHECKPOINT_PUBLIC_KEYS);
  const counts = { applied: 0, invalid: 0 };
  for (const tenantId of await files.tenants()) {
    for await (const jws of files.read(tenantId)) {
      // A crash has cut the line short. The sealer has written it again.
      if (jws === null) continue;
      const withdrawal = await readWithdrawal(jws, publicKeys);
      const isOwn = withdrawal?.tenantId === tenantId && withdrawal.environment === config.ENVIRONMENT;
      if (!isOwn) counts.invalid += 1;
      else if (await appliers[withdrawal.action](withdrawal, operator)) counts.applied += 1;
    }
  }
  return counts;
}
