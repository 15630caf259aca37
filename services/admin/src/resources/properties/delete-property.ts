import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/events/commit';
import { requireVersion } from '@pas/shared/http/parse-input';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { refuseChildren } from '../refuse-children.ts';
import { saveChanges } from '../save-changes.ts';
import { loadProperty } from './load-property.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

/**
 * Deletes a property that nothing hangs on any more. Whoever adds a unit at the same moment writes the same row, so
 * one of the two starts over and sees the other.
 *
 * @throws not_found, precondition_failed, conflict (`has_children`) while it has live units
 */
export async function deleteProperty(ctx: OperationContext, { id, ifMatch }: Deletion): Promise<void> {
  await commit(ctx, async (change) => {
    const row = await loadProperty(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const units = { tenantId: ctx.tenantId, propertyId: id, isLive: true };
    refuseChildren('property', { units: await UnitModel.countDocuments(units).session(change.session) });
    const fields = { isLive: false, deletedAt: ctx.now };
    await saveChanges(ctx, change, { model: PropertyModel, row, fields });
    change.record({ action: 'property.deleted', targets: [{ type: 'property', id }], propertyIds: [id] });
  });
}
