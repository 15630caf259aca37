import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/shared/errors/raise';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';

/** @throws not_found when the tenant has no such sealed record */
export async function loadAuditRecord(ctx: OperationContext, id: string): Promise<AuditRecordRow> {
  const record = await AuditRecordModel.findOne({ _id: id, tenantId: ctx.tenantId }).lean<AuditRecordRow>();
  if (!record) throw notFound();
  return record;
}
