import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ReportModel, type ReportRow } from '@pas/shared/models/report';
import { visibleProperties } from '../properties/property-restriction.ts';

interface ReportQuery extends ListedPage {
  propertyId?: string | undefined;
  status?: ReportRow['status'] | undefined;
}

/** Lists the reports within the caller's reach. */
export async function listReports(ctx: OperationContext, query: ReportQuery): Promise<RowsPage<ReportRow>> {
  const visible = visibleProperties(ctx, query.propertyId);
  const filter = {
    tenantId: ctx.tenantId,
    ...(visible && { propertyId: visible }),
    ...(query.status && { status: query.status }),
  };
  return listRows(ReportModel, filter, query);
}
