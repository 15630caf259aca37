import { listRows, type ListedPage, type RowsPage } from '@pas/platform/lists/list-rows';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { MoveReceiptModel, type MoveReceiptRow } from '@pas/shared/models/move-receipt';
import { visibleProperties } from '../properties/property-restriction.ts';
import { loadUser } from './load-user.ts';

/**
 * Lists the move-outs and transfers of a user from properties within the caller's reach. Receipts are kept for 30 days.
 *
 * @throws not_found for a user out of the caller's reach
 */
export async function listMoveReceipts(
  ctx: OperationContext,
  { id: userId, page }: { id: string; page: ListedPage },
): Promise<RowsPage<MoveReceiptRow>> {
  await loadUser(ctx, userId);
  const visible = visibleProperties(ctx, undefined);
  const filter = { tenantId: ctx.tenantId, userId, ...(visible && { propertyId: visible }) };
  return listRows(MoveReceiptModel, filter, page);
}
