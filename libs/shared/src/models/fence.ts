import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** `<parent id>|<slot>`. */
  _id: field.text,
  tenantId: field.text,
  /** Counter of passed changes. The increment makes a change and the parent's delete write the same row. */
  passed: field.number,
  /** Time of the parent's delete. It takes no more children. */
  closedAt: field.dateOrNull,
  /** Time at which the parent was archived. It takes no children until it is active again. */
  archivedAt: field.dateOrNull,
  /** Until this time, a change tries to close the fence, and other changes wait. */
  closingUntil: field.dateOrNull,
};

/** A row of a parent's fence, which changes write when they add a child; see `fences/fence-parent.ts`. */
export type FenceRow = RowOf<typeof fields>;

/**
 * Retention of the row of a deleted parent. It is much longer than the cache of parents (`fences/known-parents.ts`).
 */
const closedTtlSeconds = 24 * 3600;

export const FenceModel = defineModel('Fence', {
  connection: core,
  collection: 'fences',
  readers: [],
  writers: { admin: ['insert', 'update'], 'admin-workers': ['insert', 'update'] },
  isTenantOwned: true,
  fields,
  indexes: [{ fields: { closedAt: 1 }, options: { expireAfterSeconds: closedTtlSeconds } }],
});
