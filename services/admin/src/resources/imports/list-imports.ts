import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { importStatusFilter } from './import-state.ts';
import { visibleImports } from './visible-imports.ts';

interface ImportQuery extends ListedPage {
  status?: ImportRow['status'] | undefined;
}

/** Lists the imports within the caller's reach: those of the whole tenant, or of its own properties. */
export async function listImports(ctx: OperationContext, query: ImportQuery): Promise<RowsPage<ImportRow>> {
  const filter = {
    ...visibleImports(ctx),
    ...(query.status && importStatusFilter(query.status, ctx.now)),
  };
  return listRows(ImportModel, filter, query);
}
