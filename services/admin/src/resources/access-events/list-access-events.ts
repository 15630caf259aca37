import type { OperationContext } from '@pas/shared/context/operation-context';
import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { withinPeriod, type Period } from '../period.ts';
import { visibleProperties } from '../properties/property-restriction.ts';
import { describeEvents, type DescribedEvent } from './describe-events.ts';

interface AccessEventQuery extends ListedPage, Period {
  propertyId?: string | undefined;
  accessPointId?: string | undefined;
  unitId?: string | undefined;
  subjectId?: string | undefined;
  decision?: AccessEventRow['decision'] | undefined;
  method?: AccessEventRow['method'] | undefined;
}

/** Lists the decisions at doors within the caller's reach. */
export async function listAccessEvents(
  ctx: OperationContext,
  query: AccessEventQuery,
): Promise<RowsPage<DescribedEvent>> {
  const visible = visibleProperties(ctx, query.propertyId);
  const occurredAt = withinPeriod(query);
  const filter = {
    tenantId: ctx.tenantId,
    ...(visible && { propertyId: visible }),
    ...(query.accessPointId && { accessPointId: query.accessPointId }),
    ...(query.unitId && { unitId: query.unitId }),
    ...(query.subjectId && { 'subject.id': query.subjectId }),
    ...(query.decision && { decision: query.decision }),
    ...(query.method && { method: query.method }),
    ...(occurredAt && { occurredAt }),
  };
  const { rows, ...page } = await listRows<AccessEventRow>(AccessEventModel, filter, query);
  return { rows: await describeEvents(ctx.tenantId, rows), ...page };
}
