import { mintControllerKey } from '@pas/shared/api-keys/controller-key-format';
import { hashApiKey } from '@pas/shared/api-keys/hash-api-key';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { newLiveRow } from '@pas/shared/models/new-row';
import { endControllerKeys } from './end-controller-keys.ts';
import { loadAccessPoint } from './load-access-point.ts';

interface NewKey {
  accessPointId: string;
  /** How long the previous key works beside the new one; 0 ends it now. */
  graceSeconds: number;
}

/**
 * Creates the key of a door's controller. The door's previous key ends in the same transaction, or works until
 * the end of the grace period. If two keys are created at once, the later one is the current key.
 *
 * @throws not_found
 */
export async function createControllerKey(
  ctx: OperationContext,
  pepper: string,
  { accessPointId, graceSeconds }: NewKey,
): Promise<{ id: string; secret: string }> {
  const { tenantId, now } = ctx;
  const graceUntil = graceSeconds > 0 ? new Date(now.getTime() + graceSeconds * 1000) : null;
  const { key, publicId } = mintControllerKey();
  return commit(ctx, async (change) => {
    const { propertyId } = await loadAccessPoint(ctx, accessPointId, change.session);
    await fenceParent(change.transaction, { kind: 'access_point', tenantId, id: accessPointId });
    await endControllerKeys(ctx, change, { accessPointId, graceUntil });
    const row: ControllerKeyRow = {
      ...newLiveRow(ctx, 'controllerKey'),
      accessPointId,
      propertyId,
      publicId,
      secretHash: hashApiKey(key, pepper),
      graceUntil: null,
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
