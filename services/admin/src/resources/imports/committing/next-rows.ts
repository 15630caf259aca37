import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel, type ImportVerdict } from '@pas/shared/models/imported-row';
import type { PlannedRow } from './working-set.ts';

const toExecute: readonly ImportVerdict[] = ['create', 'update', 'move_out'];

/** Reads the next rows of the plan, after the checkpoint, that have an operation. */
export async function nextRows(
  { tenantId }: OperationContext,
  { _id: importId, checkpoint }: Pick<ImportRow, '_id' | 'checkpoint'>,
  limit: number,
): Promise<PlannedRow[]> {
  const verdict = { $in: [...toExecute] };
  return ImportedRowModel.find({ tenantId, importId, line: { $gt: checkpoint }, verdict })
    .sort({ line: 1 })
    .limit(limit)
    .batchSize(limit + 1)
    .lean<PlannedRow[]>();
}
