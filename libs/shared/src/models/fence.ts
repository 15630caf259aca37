import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** `<parent id>|<slot>`. */
  _id: field.text,
  tenantId: field.text,
  /** A counter of passed changes: raising it makes a change and the parent's delete write the same row. */
  passed: field.number,
  /** The parent was deleted at this time: it takes no more children. */
  closedAt: field.dateOrNull,
  /** The parent was archived at this time: it takes no children until it is active again. */
  archivedAt: field.dateOrNull,
  /** Until this time a change tries to close the fence, and changes that would pass it wait. */
  closingUntil: field.dateOrNull,
};

/** One of the rows that stand between a parent and the changes that give it children; see `fences/fence-parent.ts`. */
export type FenceRow = RowOf<typeof fields>;

/**
 * How long the row of a deleted parent is kept: much longer than a process believes without asking that a parent is
 * there (`fences/known-parents.ts`).
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
