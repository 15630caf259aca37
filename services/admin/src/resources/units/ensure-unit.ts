import { giveDialCodes } from '@pas/shared/fences/dial-codes';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { insertFirst } from '@pas/platform/mongo/insert-first';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { newUnit } from '@pas/shared/models/new-unit';
import type { ClientSession } from 'mongoose';
import { requireProperty } from '../properties/load-property.ts';
import { throwAlreadyExists } from '../throw-already-exists.ts';
import { toLabelKey } from '@pas/shared/models/label-key';
import { chooseByLabel, keysOfLabels } from './match-label.ts';
import { auditedUnit, type EnsureUnit } from './unit.schema.ts';

export interface EnsuredUnit {
  unit: UnitRow;
  isNew: boolean;
}

/**
 * Finds the unit of a property by its label, or creates it; an existing unit is never overwritten.
 *
 * If several callers ensure one label at once, the unique index of live labels lets one create the row. The others
 * look again and find it.
 *
 * @throws not_found for an unknown property, conflict when externalId or dialCode belong to another unit
 * @throws conflict (`property_archived`) for a new unit in an archived property
 */
export async function ensureUnit(ctx: OperationContext, input: EnsureUnit): Promise<EnsuredUnit> {
  // A chosen code that is taken stays taken, so that only the first try of a shared transaction looks again.
  const isChosen = input.dialCode !== undefined && (ctx.within?.attempt ?? 1) > 1;
  const indexParts = isChosen ? ['labelKey'] : ['labelKey', 'dialCode'];
  const ensured = insertFirst(ctx.within, indexParts, async () => {
    await requireProperty(ctx, input.propertyId);
    const existing = await findUnit(ctx, input);
    if (existing) return { unit: existing, isNew: false };
    const unit = await commit(ctx, async (change) => {
      const made = await makeUnit(ctx, change, input);
      recordUnit(change, made);
      return made;
    });
    return { unit, isNew: true };
  });
  return ensured.catch((error: unknown) =>
    throwAlreadyExists(error, 'unit', { externalId: 'externalId', dialCode: 'dialCode' }),
  );
}

/** Records the creation of a unit. */
export function recordUnit(change: Change, unit: UnitRow): void {
  change.record({
    action: 'unit.created',
    targets: [{ type: 'unit', id: unit._id }],
    propertyIds: [unit.propertyId],
    changes: fieldChanges(null, unit, auditedUnit),
  });
}

/** Finds the live unit with exactly a label, else the one with an equal label; null without one. */
export async function findUnit(
  { tenantId }: OperationContext,
  { propertyId, label }: Pick<EnsureUnit, 'propertyId' | 'label'>,
  session: ClientSession | null = null,
): Promise<UnitRow | null> {
  const labelKey = toLabelKey(label);
  const filter = { tenantId, propertyId, isLive: true, labelKey: keysOfLabels([labelKey]) };
  const units = await UnitModel.find(filter).session(session).lean<UnitRow[]>();
  return chooseByLabel(units, { label, labelKey });
}

/** Creates a unit with its dial code within a change. Unique indexes prevent a second one with its label or code. */
export async function makeUnit(ctx: OperationContext, change: Change, input: EnsureUnit): Promise<UnitRow> {
  const { propertyId, label } = input;
  const made = newUnit(ctx, { ...sentFields(input), propertyId, label });
  const [unit = made] = await giveDialCodes(change.transaction, [made]);
  await insertRows(UnitModel, [unit], change.session);
  await fenceParent(change.transaction, { kind: 'property', tenantId: ctx.tenantId, id: unit.propertyId });
  return unit;
}
