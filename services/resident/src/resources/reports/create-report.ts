import { notFound } from '@pas/platform/errors/raise';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { newRow } from '@pas/shared/models/new-row';
import { ReportModel, type ReportRow } from '@pas/shared/models/report';
import type { Residence } from '@pas/shared/models/user';
import { auditedReport } from '@pas/shared/reports/audited-report';
import { findHome } from './find-home.ts';
import type { ReportLimit } from './report-limit.ts';
import type { CreateReport } from './report.schema.ts';

/** @throws not_found for a door of another property or another unit, and for a deleted one */
async function requireDoor(
  { tenantId }: OperationContext,
  { propertyId, unitId }: Residence,
  accessPointId: string,
): Promise<void> {
  const reach = { tenantId, isLive: true, propertyId, unitId: { $in: [null, unitId] } };
  const door = await AccessPointModel.exists({ _id: accessPointId, ...reach });
  if (!door) throw notFound();
}

/**
 * Stores a problem that the signed-in resident reports, and publishes it.
 *
 * @throws not_found for a door beyond the home; rate_limited after 20 reports within a day. Others as `findHome`.
 */
export async function createReport(
  ctx: OperationContext,
  limit: ReportLimit,
  { kind, text, unitId: asked, accessPointId: door = null }: CreateReport,
): Promise<ReportRow> {
  const home = await findHome(ctx, asked);
  if (door !== null) await requireDoor(ctx, home, door);
  const userId = ctx.principal.id ?? '';
  // A further try of the transaction is the same report.
  if ((ctx.within?.attempt ?? 1) === 1) await limit.count(userId);
  return commit(ctx, async (change) => {
    const { unitId, propertyId } = await findHome(ctx, home.unitId, change.session);
    const place = { propertyId, unitId, userId, accessPointId: door };
    const row: ReportRow = { ...newRow(ctx, 'report'), ...place, kind, text, status: 'OPEN' };
    const { _id: id, version: aggregateVersion } = row;
    await insertRows(ReportModel, [row], change.session);
    change.publish({
      type: 'pas.v1.access.report.created',
      subject: id,
      data: { aggregateVersion, reportId: id, propertyId, unitId },
    });
    change.record({
      action: 'report.created',
      targets: [{ type: 'report', id }],
      changes: fieldChanges(null, row, auditedReport),
      propertyIds: [propertyId],
    });
    return row;
  });
}
