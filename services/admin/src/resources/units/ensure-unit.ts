import { LRUCache } from 'lru-cache';
import { giveDialCodeAndFind, giveDialCodes } from '@pas/shared/fences/dial-codes';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { recallProperty } from '@pas/shared/fences/known-parents';
import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import { insertFirst } from '@pas/platform/mongo/insert-first';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { newUnit } from '@pas/shared/models/new-unit';
import type { ClientSession } from 'mongoose';
import { requireProperty } from '../properties/load-property.ts';
import { toLabelKey } from '@pas/shared/models/label-key';
import { chooseByLabel, keysOfLabels } from './match-label.ts';
import { auditedUnit, type EnsureUnit } from './unit.schema.ts';

export interface EnsuredUnit {
  unit: UnitRow;
  isNew: boolean;
}

/** Properties whose last ensured unit existed. Callers mostly repeat all units of a property, or create new ones. */
const repeated = new LRUCache<string, true>({ max: 10_000 });

/**
 * Finds the unit of a property by its label, or creates it; an existing unit is never overwritten. The transaction of
 * the creation finds an existing unit with its read of dial codes. If the last ensured unit existed, a read comes first,
 * which can make the transaction unnecessary.
 *
 * If several callers ensure one label at once, the unique index of live labels lets one create the row. The others
 * look again and find it.
 *
 * @throws not_found for an unknown property, conflict when externalId or dialCode belong to another unit
 * @throws conflict (`property_archived`) for a new unit in an archived property
 */
export async function ensureUnit(ctx: OperationContext, input: EnsureUnit): Promise<EnsuredUnit> {
  // A taken code stays taken, so only the first try of a shared transaction searches again.
  const isChosen = input.dialCode !== undefined && (ctx.within?.attempt ?? 1) > 1;
  const indexParts = isChosen ? ['labelKey'] : ['labelKey', 'dialCode'];
  const { propertyId } = input;
  return insertFirst(ctx.within, indexParts, async (mayExist) => {
    await requireProperty(ctx, propertyId);
    const known = mayExist || repeated.has(propertyId) ? await findUnitByLabel(ctx, input) : null;
    const made = known ? null : await commit(ctx, async (change) => createMissing(ctx, change, input));
    const unit = made ?? known ?? (await findUnitByLabel(ctx, input, ctx.within?.session));
    if (!unit) throw new RunAgain('The unit was deleted in the meantime. Try again.');
    if (made) repeated.delete(propertyId);
    else repeated.set(propertyId, true);
    // Then invites to the unit do not read it.
    if (!ctx.within) await recallProperty({ tenantId: ctx.tenantId, id: unit._id }, async () => propertyId);
    return { unit, isNew: made !== null };
  });
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

/** Returns the filter of the live units that a label may mean. */
const namedBy = ({ propertyId, label }: Pick<EnsureUnit, 'propertyId' | 'label'>) => ({
  propertyId,
  isLive: true,
  labelKey: keysOfLabels([toLabelKey(label)]),
});

/** Creates and records a unit within a change; null when a unit has the label already. */
async function createMissing(
  ctx: OperationContext,
  change: Change,
  input: EnsureUnit,
): Promise<UnitRow | null> {
  const { propertyId, label } = input;
  const row = newUnit(ctx, { ...sentFields(input), propertyId, label });
  const { unit, found } = await giveDialCodeAndFind(change.transaction, row, namedBy(input));
  if (
    chooseByLabel(
      found.filter(({ isLive }) => isLive),
      row,
    )
  )
    return null;
  await addUnit(ctx, change, unit);
  recordUnit(change, unit);
  return unit;
}

/** Finds the live unit with exactly a label, else the one with an equal label; null without one. */
export async function findUnitByLabel(
  { tenantId }: OperationContext,
  { propertyId, label }: Pick<EnsureUnit, 'propertyId' | 'label'>,
  session: ClientSession | null = null,
): Promise<UnitRow | null> {
  const filter = { tenantId, ...namedBy({ propertyId, label }) };
  const units = await UnitModel.find(filter).session(session).lean<UnitRow[]>();
  return chooseByLabel(units, { label, labelKey: toLabelKey(label) });
}

/** Creates a unit with its dial code within a change. Unique indexes prevent a second one with its label or code. */
export async function makeUnit(ctx: OperationContext, change: Change, input: EnsureUnit): Promise<UnitRow> {
  const { propertyId, label } = input;
  const made = newUnit(ctx, { ...sentFields(input), propertyId, label });
  const [unit = made] = await giveDialCodes(change.transaction, [made]);
  await addUnit(ctx, change, unit);
  return unit;
}

async function addUnit({ tenantId }: OperationContext, change: Change, unit: UnitRow): Promise<void> {
  await insertRows(UnitModel, [unit], change.session);
  await fenceParent(change.transaction, { kind: 'property', tenantId, id: unit.propertyId });
}
