import { workingControllerKeys } from '@pas/shared/api-keys/controller-key-state';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { notFound } from '@pas/platform/errors/raise';
import { loadAccessPoint } from './load-access-point.ts';

interface Revocation {
  accessPointId: string;
  keyId: string;
}

/**
 * Ends one working key of a door's controller. The gateways refuse it within a second of the commit.
 *
 * @throws not_found for an unknown door, and for a key that is unknown, ended or of another door
 */
export async function revokeControllerKey(
  ctx: OperationContext,
  { accessPointId, keyId }: Revocation,
): Promise<void> {
  const { tenantId, now } = ctx;
  await commit(ctx, async (change) => {
    const { propertyId } = await loadAccessPoint(ctx, accessPointId, change.session);
    const key = await ControllerKeyModel.findOneAndUpdate(
      { _id: keyId, tenantId, accessPointId, ...workingControllerKeys(now) },
      {
        $set: { isLive: false, deletedAt: now, graceUntil: null, updatedAt: now },
        $inc: { version: 1 },
      },
      { session: change.session },
    ).lean<ControllerKeyRow>();
    if (!key) throw notFound();
    change.record({
      action: 'controller_key.revoked',
      targets: [
        { type: 'access_point', id: accessPointId },
        { type: 'controller_key', id: keyId },
      ],
      changes: fieldChanges(key, null, { fields: ['accessPointId', 'createdAt', 'graceUntil'] }),
      propertyIds: [propertyId],
    });
  });
}
