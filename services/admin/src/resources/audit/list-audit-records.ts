import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Page } from '@pas/shared/http/page';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { listRows, type RowsPage } from '@pas/shared/lists/list-rows';
import { visibleProperties } from '../properties/property-restriction.ts';

export interface AuditQuery extends Page {
  actorId?: string | undefined;
  actorType?: string | undefined;
  action?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  outcome?: string | undefined;
  correlationId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

type Filter = Record<string, unknown>;

const given = (conditions: Filter): Filter =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));

/** Type and id of a target are asked of the same target, not of any two. */
function targetFilter({ targetType, targetId }: AuditQuery): Filter {
  const target = given({ type: targetType, id: targetId });
  return Object.keys(target).length === 0 ? {} : { 'record.targets': { $elemMatch: target } };
}

function periodFilter({ from, to }: AuditQuery): Filter {
  const period = given({ $gte: from, $lt: to });
  return Object.keys(period).length === 0 ? {} : { occurredAt: period };
}

/** Lists sealed records within the caller's reach; a restricted caller sees those about the properties it may touch. */
export async function listAuditRecords(
  ctx: OperationContext,
  query: AuditQuery,
): Promise<RowsPage<AuditRecordRow>> {
  const visible = visibleProperties(ctx, undefined);
  const filter = {
    tenantId: ctx.tenantId,
    ...(visible && { propertyIds: visible }),
    ...given({
      'record.actor.id': query.actorId,
      'record.actor.type': query.actorType,
      'record.action': query.action,
      'record.outcome': query.outcome,
      'record.context.correlationId': query.correlationId,
    }),
    ...targetFilter(query),
    ...periodFilter(query),
  };
  return listRows(AuditRecordModel, filter, query);
}
