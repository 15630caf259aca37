import type { Page } from '@pas/platform/http/page';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import { workingControllerKeys } from '@pas/shared/api-keys/controller-key-state';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { loadAccessPoint } from './load-access-point.ts';

/** A working key, and whether the last report of its door came with it. */
type ListedKey = ControllerKeyRow & { reporting: boolean };

/**
 * Lists the working keys of a door's controller.
 *
 * @throws not_found
 */
export async function listControllerKeys(
  ctx: OperationContext,
  accessPointId: string,
  page: Page,
): Promise<RowsPage<ListedKey>> {
  const { reportedBy } = await loadAccessPoint(ctx, accessPointId);
  const filter = { tenantId: ctx.tenantId, accessPointId, ...workingControllerKeys(ctx.now) };
  const { rows, ...position } = await listRows<ControllerKeyRow>(ControllerKeyModel, filter, page);
  return { rows: rows.map((row) => ({ ...row, reporting: row._id === reportedBy })), ...position };
}
