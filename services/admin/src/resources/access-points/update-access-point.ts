import { patchedFields } from '@pas/platform/http/sent-fields';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { saveAndRecord } from '@pas/shared/change/save-and-record';
import { auditedAccessPoint, type UpdateAccessPoint } from './access-point.schema.ts';
import { loadAccessPoint } from './load-access-point.ts';
import { placeAccessPoint } from './place-access-point.ts';
import { refuseUsedController } from './refuse-used-controller.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateAccessPoint;
}

/** Returns the fields that a patch changes. A new controller has not reported yet. */
function changedFields(row: AccessPointRow, patch: UpdateAccessPoint): Partial<AccessPointRow> {
  const fields = patchedFields(row, patch);
  const { controller = row.controller } = fields;
  const isSame = controller.adapter === row.controller.adapter && controller.ref === row.controller.ref;
  return isSame ? fields : { ...fields, online: null, lastSeenAt: null, reportedBy: null };
}

/**
 * Changes a door.
 *
 * @throws not_found
 * @throws precondition_failed when the version of `If-Match` is not the current one
 * @throws invalid when kind and unit would no longer agree
 * @throws conflict (`controller_ref_in_use`) when the controller opens another door
 */
export async function updateAccessPoint(
  ctx: OperationContext,
  { id, ifMatch, patch }: Update,
): Promise<AccessPointRow> {
  const write = commit(ctx, async (change) => {
    const row = await loadAccessPoint(ctx, id, change.session);
    const fields = changedFields(row, patch);
    await placeAccessPoint(ctx, change, { ...row, ...fields });
    requireVersion(row, ifMatch);
    const audited = { type: 'access_point', audited: auditedAccessPoint, propertyIds: [row.propertyId] };
    return saveAndRecord(ctx, change, { model: AccessPointModel, row, patch: fields, ...audited });
  });
  return write.catch(refuseUsedController);
}
