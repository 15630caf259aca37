import { sentFields } from '@pas/platform/http/sent-fields';
import { releaseDialCodes } from '@pas/shared/fences/dial-codes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { saveAndRecord } from '@pas/shared/change/save-and-record';
import { toLabelKey } from '@pas/shared/models/label-key';
import { loadUnit } from './load-unit.ts';
import { refuseTwin } from './refuse-twin.ts';
import { auditedUnit, type UpdateUnit } from './unit.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateUnit;
}

/**
 * Returns the fields that a patch writes, with the comparable form of a new label. A migration gave keys such
 * as `4B~2` to units with equal labels. The key stays until the unit gets another label.
 */
function patchedFields(row: UnitRow, patch: UpdateUnit) {
  const sent = sentFields(patch);
  const label = sent.label ?? row.label;
  if (label === row.label) return sent;
  const labelKey = toLabelKey(label);
  return { ...sent, labelKey };
}

/**
 * Updates a unit within a commit, and records the update.
 *
 * @returns the updated unit
 */
export async function patchUnit(
  ctx: OperationContext,
  change: Change,
  { row, patch }: { row: UnitRow; patch: UpdateUnit },
): Promise<UnitRow> {
  const fields = patchedFields(row, patch);
  if (fields.label !== undefined && fields.label !== row.label)
    await refuseTwin(ctx, change, { ...row, ...fields });
  if (fields.dialCode !== undefined && fields.dialCode !== row.dialCode)
    await releaseDialCodes(change.transaction, [row]);
  const audited = { type: 'unit', audited: auditedUnit, propertyIds: [row.propertyId] };
  return saveAndRecord(ctx, change, { model: UnitModel, row, patch: fields, ...audited });
}

/**
 * Changes a unit.
 *
 * @throws not_found, precondition_failed, conflict when label, dialCode or externalId belong to another unit
 */
export async function updateUnit(ctx: OperationContext, { id, ifMatch, patch }: Update): Promise<UnitRow> {
  return commit(ctx, async (change) => {
    const row = await loadUnit(ctx, id, change.session);
    requireVersion(row, ifMatch);
    return patchUnit(ctx, change, { row, patch });
  });
}
