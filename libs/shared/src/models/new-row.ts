import type { OperationContext } from '../context/operation-context.ts';
import { newId, type Entity } from '../ids/id.ts';

/** What every new row of the caller's tenant starts with. */
export function newRow(ctx: Pick<OperationContext, 'tenantId' | 'now'>, entity: Entity) {
  return { _id: newId(entity), tenantId: ctx.tenantId, createdAt: ctx.now, updatedAt: ctx.now, version: 1 };
}

/** What every new row starts with whose delete is soft. */
export function newLiveRow(ctx: Pick<OperationContext, 'tenantId' | 'now'>, entity: Entity) {
  return { ...newRow(ctx, entity), isLive: true, deletedAt: null };
}
