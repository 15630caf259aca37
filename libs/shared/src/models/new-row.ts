import { newId, type Entity } from '../ids/id.ts';

/** Context of a new row: tenant and time. */
export interface RowContext {
  tenantId: string;
  now: Date;
}

/** Returns the initial fields of every new row of the caller's tenant. */
export function newRow({ tenantId, now }: RowContext, entity: Entity) {
  return { _id: newId(entity), tenantId, createdAt: now, updatedAt: now, version: 1 };
}

/** Returns the initial fields of a new row with a soft delete. */
export function newLiveRow(ctx: RowContext, entity: Entity) {
  return { ...newRow(ctx, entity), isLive: true, deletedAt: null };
}
