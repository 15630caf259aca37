import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Page } from '@pas/platform/http/page';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import type { QueryFilter } from 'mongoose';
import { visibleProperties } from '../properties/property-restriction.ts';
import { findNamed } from './find-named.ts';

/** Filters of audit records. */
export interface AuditFilters {
  actorId?: string | undefined;
  actorType?: string | undefined;
  action?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  outcome?: string | undefined;
  correlationId?: string | undefined;
  /** Beginnings of words of a name or label of a target or the actor. */
  q?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

type Filter = Record<string, unknown>;

const given = (conditions: Filter): Filter =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));

/** Builds the target filter: type and id must match the same target. */
function targetFilter({ targetType, targetId }: AuditFilters): Filter {
  const target = given({ type: targetType, id: targetId });
  return Object.keys(target).length === 0 ? {} : { 'record.targets': { $elemMatch: target } };
}

/** Builds the condition for records about entities with a name, or by actors with it. */
async function namedFilter(ctx: OperationContext, { q }: AuditFilters): Promise<Filter> {
  if (q === undefined) return {};
  const ids = await findNamed(ctx, q);
  return { $or: [{ 'record.targets.id': { $in: ids } }, { 'record.actor.id': { $in: ids } }] };
}

function periodFilter({ from, to }: AuditFilters): Filter {
  const period = given({ $gte: from, $lt: to });
  return Object.keys(period).length === 0 ? {} : { occurredAt: period };
}

/**
 * Builds the filter of the requested records within the caller's reach: a restricted caller sees those about
 * its properties.
 */
export async function auditFilter(
  ctx: OperationContext,
  query: AuditFilters,
): Promise<QueryFilter<AuditRecordRow> & { tenantId: string }> {
  const visible = visibleProperties(ctx, undefined);
  return {
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
    ...(await namedFilter(ctx, query)),
    ...periodFilter(query),
  };
}

/** Lists sealed records within the caller's reach. */
export async function listAuditRecords(
  ctx: OperationContext,
  query: AuditFilters & Page,
): Promise<RowsPage<AuditRecordRow>> {
  const { q: _named, ...page } = query;
  return listRows(AuditRecordModel, await auditFilter(ctx, query), page);
}
