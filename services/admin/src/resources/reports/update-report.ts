import { requireVersion } from '@pas/platform/http/if-match';
import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ReportModel, type ReportRow } from '@pas/shared/models/report';
import { auditedReport } from '@pas/shared/reports/audited-report';
import { loadReport } from './load-report.ts';
import type { UpdateReport } from './report.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateReport;
}

/**
 * Changes the status of a report. A patch without changes leaves version and audit unchanged.
 *
 * @throws not_found, precondition_failed
 */
export async function updateReport(
  ctx: OperationContext,
  { id, ifMatch, patch }: Update,
): Promise<ReportRow> {
  return commit(ctx, async (change) => {
    const row = await loadReport(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const fields = sentFields(patch);
    const changes = fieldChanges(row, { ...row, ...fields }, auditedReport);
    if (changes.length === 0) return row;
    const saved = { ...fields, version: row.version + 1, updatedAt: ctx.now };
    const { session } = change;
    await ReportModel.updateOne({ _id: id, tenantId: ctx.tenantId }, { $set: saved }, { session });
    const targets = [{ type: 'report', id }];
    change.record({ action: 'report.updated', targets, changes, propertyIds: [row.propertyId] });
    return { ...row, ...saved };
  });
}
