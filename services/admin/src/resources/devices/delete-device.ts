import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { auditedDevice } from '@pas/shared/push/audited-device';
import { propertiesOfOwner } from '@pas/shared/push/properties-of-owner';
import { DeviceModel, revokedDevice } from '@pas/shared/models/device';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { saveChanges } from '@pas/shared/change/save-changes';
import { loadAnyDevice } from './load-device.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
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
      propertyIds: await propertiesOfOwner(row, ctx.now, change.session),
    });
  });
}
