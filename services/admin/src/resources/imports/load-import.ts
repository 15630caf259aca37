import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { visibleProperties } from '../properties/property-restriction.ts';

/** @throws not_found when there is no such import within the caller's reach */
export async function loadImport(ctx: OperationContext, id: string): Promise<ImportRow> {
  const visible = visibleProperties(ctx, undefined);
  const filter = { _id: id, tenantId: ctx.tenantId, ...(visible && { propertyId: visible }) };
  const row = await ImportModel.findOne(filter).lean<ImportRow>();
  if (!row) throw notFound();
  return row;
}
