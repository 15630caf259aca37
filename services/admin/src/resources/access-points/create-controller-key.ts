import { mintControllerKey } from '@pas/shared/api-keys/controller-key-format';
import { hashApiKey } from '@pas/shared/api-keys/hash-api-key';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { newLiveRow } from '@pas/shared/models/new-row';
import { endControllerKey } from './end-controller-key.ts';
import { loadAccessPoint } from './load-access-point.ts';

/**
 * Creates the key of a door's controller. The door's previous key ends in the same transaction. If two keys
 * are created at once, the later one is valid.
 *
 * @throws not_found
 */
export async function createControllerKey(
  ctx: OperationContext,
  pepper: string,
  accessPointId: string,
): Promise<{ id: string; secret: string }> {
  const { tenantId } = ctx;
  const { key, publicId } = mintControllerKey();
  return commit(ctx, async (change) => {
    const { propertyId } = await loadAccessPoint(ctx, accessPointId, change.session);
    await fenceParent(change.transaction, { kind: 'access_point', tenantId, id: accessPointId });
    await endControllerKey(ctx, change, accessPointId);
    const row: ControllerKeyRow = {
      ...newLiveRow(ctx, 'controllerKey'),
      accessPointId,
      propertyId,
      publicId,
      secretHash: hashApiKey(key, pepper),
    };
    await ControllerKeyModel.insertMany([row], { session: change.session });
    change.record({
      action: 'controller_key.created',
      targets: [
        { type: 'access_point', id: accessPointId },
        { type: 'controller_key', id: row._id },
      ],
      propertyIds: [propertyId],
    });
    return { id: row._id, secret: key };
  });
}
