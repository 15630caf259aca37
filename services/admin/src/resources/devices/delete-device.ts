import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { auditedDevice } from '@pas/shared/push/audited-device';
import { DeviceModel, revokedDevice, type DeviceRow } from '@pas/shared/models/device';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { saveChanges } from '@pas/shared/change/save-changes';
import { loadAnyDevice } from './load-device.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

/** Returns the properties of the owner: callers restricted to one of them may read the record. */
async function propertiesOf(
  ctx: OperationContext,
  { session }: Change,
  { userId }: DeviceRow,
): Promise<string[]> {
  const filter = { _id: userId, tenantId: ctx.tenantId };
  const owner = await UserModel.findOne(filter).session(session).lean<UserRow>();
  return [...new Set(owner?.residences.map(({ propertyId }) => propertyId))];
}

/**
 * Revokes a device: it gets no more push messages, and its token is deleted. A repeated call changes nothing.
 *
 * @throws not_found when there never was such a device, precondition_failed
 */
export async function deleteDevice(ctx: OperationContext, { id, ifMatch }: Deletion): Promise<void> {
  await commit(ctx, async (change) => {
    const row = await loadAnyDevice(ctx, id, change.session);
    if (!row.isLive) return;
    requireVersion(row, ifMatch);
    const fields = revokedDevice(ctx.now);
    const revoked = await saveChanges(ctx, change, { model: DeviceModel, row, fields });
    change.record({
      action: 'device.revoked',
      targets: [{ type: 'device', id }],
      changes: [
        ...fieldChanges(row, null, auditedDevice),
        ...fieldChanges(row, revoked, { fields: ['status'] }),
      ],
      propertyIds: await propertiesOf(ctx, change, row),
    });
  });
}
