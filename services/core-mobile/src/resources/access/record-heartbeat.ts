import { reportDoors } from '@pas/shared/access/report-doors';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { loadServedDoors } from './served-doors.ts';

/**
 * Records a report of a controller for its doors. Deleted doors are ignored: they must not take the others offline.
 *
 * @throws not_found when a door is not in the controller's property, or all doors are deleted
 */
export async function recordHeartbeat(ctx: OperationContext, ids: readonly string[]): Promise<void> {
  await reportDoors(ctx, { doors: await loadServedDoors(ctx, ids), reportedBy: ctx.principal.id });
}
