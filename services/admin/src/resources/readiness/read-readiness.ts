import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import type { z } from 'zod';
import { loadProperty } from '../properties/load-property.ts';
import { loadUnit } from '../units/load-unit.ts';
import { checkUnit } from './check-unit.ts';
import { loadFacts } from './load-facts.ts';
import type { PropertyReadiness, UnitReadiness } from './readiness.schema.ts';

/** The maximum number of units in an answer. */
const maxProblems = 200;

/**
 * Reports whether a call to a unit would ring, with its failed checks.
 *
 * @throws not_found
 */
export async function readUnitReadiness(
  ctx: OperationContext,
  id: string,
): Promise<z.input<typeof UnitReadiness>> {
  const unit = await loadUnit(ctx, id);
  const { propertyId } = unit;
  const { timeZone } = await loadProperty(ctx, propertyId);
  const factsOf = await loadFacts(ctx, { propertyId, unitId: id, timeZone });
  return checkUnit(factsOf(unit));
}

/**
 * Reports how many units of a property are ready, with the failed checks of the others.
 *
 * @throws not_found
 */
export async function readPropertyReadiness(
  ctx: OperationContext,
  id: string,
): Promise<z.input<typeof PropertyReadiness>> {
  const { timeZone } = await loadProperty(ctx, id);
  const filter = { tenantId: ctx.tenantId, isLive: true, propertyId: id };
  const [units, factsOf] = await Promise.all([
    UnitModel.find(filter, { label: 1, dialCode: 1 }).lean<Pick<UnitRow, '_id' | 'label' | 'dialCode'>[]>(),
    loadFacts(ctx, { propertyId: id, unitId: null, timeZone }),
  ]);
  const checked = units.map((unit) => ({ unitId: unit._id, label: unit.label, ...checkUnit(factsOf(unit)) }));
  const unready = checked.filter(({ ready }) => !ready);
  const byLabel = new Intl.Collator('en', { numeric: true });
  const problems = unready
    .toSorted((a, b) => byLabel.compare(a.label, b.label))
    .slice(0, maxProblems)
    .map(({ unitId, label, checks }) => ({ unitId, label, checks: checks.filter(({ ok }) => !ok) }));
  const total = unready.length;
  return { units: units.length, ready: units.length - total, problems, total };
}
