import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { visibleProperties } from '../properties/property-restriction.ts';
import { importStatusFilter } from './import-state.ts';

interface ImportQuery extends ListedPage {
  status?: ImportRow['status'] | undefined;
}

/** Lists the imports within the caller's reach: of the whole tenant, or of one property that it may touch. */
export async function listImports(ctx: OperationContext, query: ImportQuery): Promise<RowsPage<ImportRow>> {
  const visible = visibleProperties(ctx, undefined);
  const filter = {
    tenantId: ctx.tenantId,
    ...(visible && { propertyId: visible }),
    ...(query.status && importStatusFilter(query.status, ctx.now)),
  };
  return listRows(ImportModel, filter, query);
}
