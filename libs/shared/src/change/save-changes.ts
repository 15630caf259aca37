import type { DeletableRow } from '@pas/platform/mongo/define-model';
import { withSources } from '@pas/platform/mongo/derive-fields';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from './commit.ts';

interface SaveChanges<Row> {
  model: Model<Row>;
  row: Row;
  fields: Partial<Row>;
  /** Fields that were read and decide whether lists and totals contain the row. */
  where?: QueryFilter<Row>;
}

/**
 * Writes changed fields of a row and increments its version. If the same transaction has read the row, a concurrent
 * change is a write conflict. `withSources` adds the fields that derived fields need.
 *
 * @returns the row after the change
 */
export async function saveChanges<Row extends DeletableRow>(
  ctx: OperationContext,
  { session }: Change,
  { model, row, fields, where = {} }: SaveChanges<Row>,
): Promise<Row> {
  const saved = { ...withSources(model, row, fields), version: row.version + 1, updatedAt: ctx.now };
  const update: UpdateQuery<Row> = { $set: saved };
  const filter = { _id: row._id, tenantId: ctx.tenantId, isLive: true, ...where };
  await model.updateOne(filter, update, { session });
  return { ...row, ...saved };
}
