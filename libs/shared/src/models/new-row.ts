import { newId, type Entity } from '../ids/id.ts';

/** What a new row is made in. */
export interface RowContext {
  tenantId: string;
  now: Date;
}

/** What every new row of the caller's tenant starts with. */
export function newRow({ tenantId, now }: RowContext, entity: Entity) {
  return { _id: newId(entity), tenantId, createdAt: now, updatedAt: now, version: 1 };
}

/** What every new row starts with whose delete is soft. */
export function newLiveRow(ctx: RowContext, entity: Entity) {
  return { ...newRow(ctx, entity), isLive: true, deletedAt: null };
}
