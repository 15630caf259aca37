import type { OperationContext } from '@pas/shared/context/operation-context';
import type { RowsPage } from '@pas/platform/lists/list-rows';
import { ImportedRowModel, type ImportedRow, type ImportVerdict } from '@pas/shared/models/imported-row';
import { loadImport } from './load-import.ts';

interface RowsQuery {
  limit: number;
  offset: number;
  verdict?: ImportVerdict | undefined;
}

/** Timeout of a list, in milliseconds. */
const maxTimeMS = 5000;

/**
 * Lists the rows of an import in line order. Unresolved rows are left out.
 *
 * @throws not_found when there is no such import within the caller's reach
 */
export async function listImportRows(
  ctx: OperationContext,
  id: string,
  { verdict, limit, offset }: RowsQuery,
): Promise<RowsPage<ImportedRow>> {
  const { _id: importId, tenantId } = await loadImport(ctx, id);
  const filter = { tenantId, importId, verdict: verdict ?? { $ne: null } };
  const [rows, total] = await Promise.all([
    ImportedRowModel.find(filter, null, { sort: { line: 1 }, skip: offset, limit, maxTimeMS }).lean<
      ImportedRow[]
    >(),
    ImportedRowModel.countDocuments(filter, { maxTimeMS }),
  ]);
  return { rows, total, limit, offset };
}
