import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { withMarkedFence, type MarkFence } from '@pas/shared/fences/mark-fence';
import { requireVersion } from '@pas/platform/http/if-match';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { saveAndRecord } from '@pas/shared/change/save-and-record';
import { loadProperty } from './load-property.ts';
import { auditedProperty, type UpdateProperty } from './property.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateProperty;
}

/**
 * Changes a property.
 *
 * @throws not_found, precondition_failed for another version, conflict when the externalId is taken
 */
export async function updateProperty(
  ctx: OperationContext,
  { id, ifMatch, patch }: Update,
): Promise<PropertyRow> {
  const fence = { tenantId: ctx.tenantId, id };
  const patchWithin = async (change: Change, mark: MarkFence): Promise<PropertyRow> => {
    // Called before any read, because the announcement must be older than this transaction's snapshot.
    if (patch.status !== undefined)
      await mark(change.transaction, { archivedAt: patch.status === 'ARCHIVED' ? ctx.now : null });
    const row = await loadProperty(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const audited = { type: 'property', audited: auditedProperty, propertyIds: [id] };
    return saveAndRecord(ctx, change, { model: PropertyModel, row, patch, ...audited });
  };
  // Marks no fence of a property that the caller cannot reach.
  if (patch.status !== undefined) await loadProperty(ctx, id);
  return withMarkedFence(fence, async (mark) => commit(ctx, async (change) => patchWithin(change, mark)));
}
