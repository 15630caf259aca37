import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { AuditHeadModel } from '@pas/shared/models/audit-head';
import { readLinks } from '../../audit-chain/read-links.ts';
import { auditFilter, type AuditFilters } from './list-audit-records.ts';
import { writeRecords, type ExportFormat } from './write-records.ts';

interface Export {
  format: ExportFormat;
  picked: AuditFilters;
}

/** Puts on record who takes what out, before any of it leaves. */
async function recordExport(ctx: OperationContext, { format, picked }: Export): Promise<void> {
  const asked = { format, ...picked };
  await commit(ctx, async (change) => {
    change.record({
      action: 'audit.exported',
      targets: [{ type: 'audit', id: ctx.tenantId }],
      changes: fieldChanges(null, asked, { fields: Object.keys(asked) }),
    });
  });
}

/** Exports the records within the caller's reach that are sealed by now, in the order of the chain. */
export async function exportAuditRecords(
  ctx: OperationContext,
  asked: Export,
): Promise<AsyncIterable<string>> {
  const head = await AuditHeadModel.findById(ctx.tenantId).lean();
  await recordExport(ctx, asked);
  const links = readLinks({ filter: auditFilter(ctx, asked.picked), from: 1, to: head?.seq ?? 0 });
  return writeRecords(ctx.tenantId, asked.format, links);
}
