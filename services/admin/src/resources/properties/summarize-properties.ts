import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel } from '@pas/shared/models/access-point';
import type { PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { checkUnit } from '../readiness/check-unit.ts';
import { answerSize, loadFactsIn } from '../readiness/load-facts.ts';
import type { PropertySummary } from './property-summary.schema.ts';

/** Maximum number of units on a page whose readiness is checked. */
const maxChecked = 5000;

/** Threshold of a large property: checking its units costs more than 20 ms of processor time. */
const largeUnits = 500;

/** Maximum age of the number of ready units of a large property, in milliseconds. */
const maxCachedMs = 30_000;

const readyCounts = new LRUCache<string, number>({ max: 2000, ttl: maxCachedMs });

/** Time limit of a count, in milliseconds. */
const maxTimeMS = 5000;

type Counts = ReadonlyMap<string, { total: number; marked: number }>;
type Summary = z.input<typeof PropertySummary>;

const none = { total: 0, marked: 0 };

/** Counts the live rows of each property, and those that a condition marks. */
async function countByProperty(
  model: typeof UnitModel | typeof AccessPointModel,
  filter: { tenantId: string; propertyId: { $in: string[] } },
  isMarked: object,
): Promise<Counts> {
  const groups = await (model as typeof UnitModel).aggregate<{ _id: string; total: number; marked: number }>(
    [
      { $match: { ...filter, isLive: true } },
      {
        $group: {
          _id: '$propertyId',
          total: { $sum: 1 },
          marked: { $sum: { $cond: [isMarked, 1, 0] } },
        },
      },
    ],
    { maxTimeMS },
  );
  return new Map(groups.map(({ _id, ...counts }) => [_id, counts]));
}

/** Returns the first properties whose units together are few enough to be checked. */
function withinLimit(properties: readonly PropertyRow[], units: Counts): PropertyRow[] {
  let sum = 0;
  return properties.filter(({ _id }) => {
    sum += units.get(_id)?.total ?? 0;
    return sum <= maxChecked;
  });
}

/** Counts the units of properties that a call would ring. */
async function countReady(
  ctx: OperationContext,
  properties: readonly PropertyRow[],
): Promise<ReadonlyMap<string, number>> {
  if (properties.length === 0) return new Map();
  const propertyId = { $in: properties.map(({ _id }) => _id) };
  const filter = { tenantId: ctx.tenantId, isLive: true, propertyId };
  const [units, factsOf] = await Promise.all([
    UnitModel.find(filter, { propertyId: 1, dialCode: 1 })
      .batchSize(answerSize)
      .lean<Pick<UnitRow, '_id' | 'propertyId' | 'dialCode'>[]>(),
    loadFactsIn(ctx, { properties, unitId: null, isOutcomeOnly: true }),
  ]);
  const ready = new Map(properties.map(({ _id }) => [_id, 0]));
  for (const unit of units)
    if (checkUnit(factsOf(unit)).ready) ready.set(unit.propertyId, (ready.get(unit.propertyId) ?? 0) + 1);
  return ready;
}

/** Counts the ready units as `countReady`. The number of a large property is cached for 30 seconds. */
async function countReadyCached(
  ctx: OperationContext,
  properties: readonly PropertyRow[],
  units: Counts,
): Promise<ReadonlyMap<string, number>> {
  const keyOf = (id: string): string => `${ctx.tenantId}|${id}`;
  const known = properties.flatMap(({ _id }): [string, number][] => {
    const ready = readyCounts.get(keyOf(_id));
    return ready === undefined ? [] : [[_id, ready]];
  });
  const ids = new Set(known.map(([id]) => id));
  const counted = await countReady(
    ctx,
    properties.filter(({ _id }) => !ids.has(_id)),
  );
  for (const [id, ready] of counted)
    if ((units.get(id)?.total ?? 0) >= largeUnits) readyCounts.set(keyOf(id), ready);
  return new Map([...known, ...counted]);
}

/**
 * Summarizes the properties of a page: eight statements for any number of them. Properties beyond the first 5,000
 * units have no count of ready units.
 */
export async function summarizeProperties(
  ctx: OperationContext,
  properties: readonly PropertyRow[],
): Promise<Summary[]> {
  const filter = { tenantId: ctx.tenantId, propertyId: { $in: properties.map(({ _id }) => _id) } };
  const [units, doors] = await Promise.all([
    countByProperty(UnitModel, filter, { $eq: ['$occupancy', 'OCCUPIED'] }),
    countByProperty(AccessPointModel, filter, { $eq: ['$online', false] }),
  ]);
  const ready = await countReadyCached(ctx, withinLimit(properties, units), units);
  return properties.map(({ _id: propertyId }) => {
    const { total, marked: occupied } = units.get(propertyId) ?? none;
    const { total: doorCount, marked: offline } = doors.get(propertyId) ?? none;
    return {
      propertyId,
      units: { total, occupied, vacant: total - occupied },
      accessPoints: { total: doorCount, offline },
      ready: ready.get(propertyId) ?? null,
    };
  });
}
