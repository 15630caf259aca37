import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import type { z } from 'zod';
import { loadProperty } from '../properties/load-property.ts';
import { loadUnit } from '../units/load-unit.ts';
import { checkUnit } from './check-unit.ts';
import { answerSize, loadFacts } from './load-facts.ts';
import type { PropertyReadiness, UnitReadiness } from './readiness.schema.ts';

type Cause = z.input<typeof PropertyReadiness>['causes'][number];
type Problem = z.input<typeof PropertyReadiness>['problems'][number];

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

/** A page of the units that are not ready. */
interface ReadinessQuery {
  id: string;
  limit: number;
  offset: number;
  /** Whether each cause lists its units. */
  unitIds?: boolean | undefined;
}

/** Groups units by their failed checks, the largest group first. */
function groupByCause(unready: readonly Problem[], showsUnits: boolean): Cause[] {
  const groups = Map.groupBy(unready, ({ checks }) => JSON.stringify(checks));
  return [...groups.values()]
    .map((units) => ({
      checks: units[0]?.checks ?? [],
      units: units.length,
      unitIds: showsUnits ? units.map(({ unitId }) => unitId) : null,
    }))
    .toSorted((a, b) => b.units - a.units);
}

/**
 * Reports how many units of a property are ready, and the causes of all others. Shows a page of the others
 * with their failed checks.
 *
 * @throws not_found
 */
export async function readPropertyReadiness(
  ctx: OperationContext,
  { id, limit, offset, unitIds = false }: ReadinessQuery,
): Promise<z.input<typeof PropertyReadiness>> {
  const { timeZone } = await loadProperty(ctx, id);
  const filter = { tenantId: ctx.tenantId, isLive: true, propertyId: id };
  const [units, factsOf] = await Promise.all([
    UnitModel.find(filter, { label: 1, dialCode: 1 })
      .batchSize(answerSize)
      .lean<Pick<UnitRow, '_id' | 'label' | 'dialCode'>[]>(),
    loadFacts(ctx, { propertyId: id, unitId: null, timeZone }),
  ]);
  const byLabel = new Intl.Collator('en', { numeric: true });
  const unready = units
    .map((unit) => ({ unitId: unit._id, label: unit.label, ...checkUnit(factsOf(unit)) }))
    .filter(({ ready }) => !ready)
    .map(({ unitId, label, checks }) => ({ unitId, label, checks: checks.filter(({ ok }) => !ok) }))
    .toSorted((a, b) => byLabel.compare(a.label, b.label));
  return {
    units: units.length,
    ready: units.length - unready.length,
    causes: groupByCause(unready, unitIds),
    problems: unready.slice(offset, offset + limit),
    total: unready.length,
    limit,
    offset,
  };
}
