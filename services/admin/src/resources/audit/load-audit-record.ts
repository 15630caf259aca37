import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { visibleProperties } from '../properties/property-restriction.ts';

/** @throws not_found when there is no such sealed record within the caller's reach */
export async function loadAuditRecord(ctx: OperationContext, id: string): Promise<AuditRecordRow> {
  const visible = visibleProperties(ctx, undefined);
  const filter = { _id: id, tenantId: ctx.tenantId, ...(visible && { propertyIds: visible }) };
  const record = await AuditRecordModel.findOne(filter).lean<AuditRecordRow>();
  if (!record) throw notFound();
  return record;
}
