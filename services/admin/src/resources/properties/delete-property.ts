import type { OperationContext } from '@pas/shared/context/operation-context';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import { withMarkedFence } from '@pas/shared/fences/mark-fence';
import { requireVersion } from '@pas/platform/http/if-match';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { refuseChildren, type Children } from '../refuse-children.ts';
import { saveChanges } from '@pas/shared/change/save-changes';
import { loadProperty } from './load-property.ts';
import { auditedProperty } from './property.schema.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

/** Counts the children of a property sequentially, as transactions require. */
async function countChildren(
  { tenantId }: OperationContext,
  { session }: Change,
  propertyId: string,
): Promise<Children> {
  const live = { tenantId, propertyId, isLive: true };
  const units = await UnitModel.countDocuments(live).session(session);
  const accessPoints = await AccessPointModel.countDocuments(live).session(session);
  // Only an assigned number has a property.
  const virtualNumbers = await VirtualNumberModel.countDocuments({ tenantId, propertyId }).session(session);
  return { units, accessPoints, virtualNumbers };
}

/**
 * Deletes a property without children. A child that is added concurrently passes the property's
 * fence, which the delete closes. One of the two changes then retries and sees the other.
 *
 * @throws not_found, precondition_failed, conflict (`has_children`) while it has children
 */
export async function deleteProperty(ctx: OperationContext, { id, ifMatch }: Deletion): Promise<void> {
  await loadProperty(ctx, id);
  await withMarkedFence({ tenantId: ctx.tenantId, id }, async (mark) =>
    commit(ctx, async (change) => {
      // A dry run closes nothing, so it must not make creations wait.
      if (!ctx.plan?.isDryRun) await mark(change.transaction, { closedAt: ctx.now });
      const row = await loadProperty(ctx, id, change.session);
      requireVersion(row, ifMatch);
      refuseChildren('property', await countChildren(ctx, change, id));
      const fields = { isLive: false, deletedAt: ctx.now };
      await saveChanges(ctx, change, { model: PropertyModel, row, fields });
      const targets = [{ type: 'property', id }];
      const changes = fieldChanges(row, null, auditedProperty);
      change.record({ action: 'property.deleted', targets, changes, propertyIds: [id] });
    }),
  );
}
