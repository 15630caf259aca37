import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Model, PipelineStage } from 'mongoose';
import { visibleProperties } from '../properties/property-restriction.ts';
import { bucketAt, bucketStarts, granuleOf, type Cut, type Period } from './time-buckets.ts';

/** The figures of a collection's rows, and the field that dates each row. */
export interface Measure<Name extends string> {
  // Every row type is accepted: the sums name its fields.
  model: Model<never>;
  /** The time field that assigns a row to a bucket; it has an index after the tenant. */
  moment: string;
  /** The amount that one row adds to each figure: a number, or an aggregation expression. */
  sums: Readonly<Record<Name, unknown>>;
}

/** Counts the rows that match a condition. */
export const countIf = (condition: object) => ({ $cond: [condition, 1, 0] });

export type Sums<Name extends string> = Record<Name, number>;

/** Timeout of the sums, in milliseconds. */
const maxTimeMS = 5000;

interface SumRequest extends Period {
  propertyId?: string | undefined;
}

function matchOf(ctx: OperationContext, moment: string, { from, to, propertyId }: SumRequest): PipelineStage {
  const visible = visibleProperties(ctx, propertyId);
  return {
    $match: {
      tenantId: ctx.tenantId,
      ...(visible && { propertyId: visible }),
      [moment]: { $gte: from, $lt: to },
    },
  };
}

type Row<Name extends string> = Sums<Name> & { _id: number | null };

async function readSums<Name extends string>(
  { model, sums }: Measure<Name>,
  match: PipelineStage,
  by: unknown,
): Promise<Row<Name>[]> {
  const names = Object.keys(sums) as Name[];
  const each = Object.fromEntries(names.map((name) => [name, { $sum: sums[name] }]));
  const group = { $group: { _id: by, ...each } } as PipelineStage;
  return model.aggregate<Row<Name>>([match, group]).option({ maxTimeMS });
}

const nothing = <Name extends string>({ sums }: Measure<Name>): Sums<Name> =>
  Object.fromEntries(Object.keys(sums).map((name) => [name, 0])) as Sums<Name>;

function add<Name extends string>(to: Sums<Name>, more: Sums<Name>): void {
  for (const name of Object.keys(to) as Name[]) to[name] += more[name];
}

/** Sums the rows of a whole period within the caller's reach. */
export async function sumPeriod<Name extends string>(
  ctx: OperationContext,
  measure: Measure<Name>,
  asked: SumRequest,
): Promise<Sums<Name>> {
  const total = nothing(measure);
  for (const row of await readSums(measure, matchOf(ctx, measure.moment, asked), null)) add(total, row);
  return total;
}

/** The sums of a bucket, and its start. */
export interface Bucket<Name extends string> {
  at: Date;
  sums: Sums<Name>;
}

/**
 * Sums the rows within the caller's reach bucket by bucket, including empty ones.
 *
 * The store sums over spans of equal length; each bucket is a whole number of them. Calendars and time zones
 * are computed here, because the store's time zone data is older.
 */
export async function sumBuckets<Name extends string>(
  ctx: OperationContext,
  measure: Measure<Name>,
  asked: SumRequest & Cut,
): Promise<Bucket<Name>[]> {
  const starts = bucketStarts(asked, asked);
  const granule = granuleOf(starts);
  const granules = { $floor: { $divide: [{ $toLong: `$${measure.moment}` }, granule] } };
  const rows = await readSums(measure, matchOf(ctx, measure.moment, asked), granules);
  const buckets = starts.map((start) => ({ at: new Date(start), sums: nothing(measure) }));
  for (const row of rows) {
    const bucket = buckets[bucketAt(starts, (row._id ?? 0) * granule)];
    if (bucket) add(bucket.sums, row);
  }
  return buckets;
}

/** Adds up buckets. */
export function totalOf<Name extends string>(
  measure: Measure<Name>,
  buckets: readonly Bucket<Name>[],
): Sums<Name> {
  const total = nothing(measure);
  for (const { sums } of buckets) add(total, sums);
  return total;
}
