import { notFound } from '@pas/platform/errors/raise';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ReportModel, type ReportRow } from '@pas/shared/models/report';
import type { ClientSession } from 'mongoose';
import { mayAccessProperty } from '../properties/property-restriction.ts';

/** @throws not_found without such a report within the caller's reach */
export async function loadReport(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null = null,
): Promise<ReportRow> {
  const filter = { _id: id, tenantId: ctx.tenantId };
  const row = await ReportModel.findOne(filter).session(session).lean<ReportRow>();
  if (!row || !mayAccessProperty(ctx, row.propertyId)) throw notFound();
  return row;
}
