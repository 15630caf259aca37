import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** `<parent id>|<slot>`. */
  _id: field.text,
  tenantId: field.text,
  /** How many changes have passed here: what makes them and the parent's delete write the same row. */
  passed: field.number,
  /** Since then the parent takes no more children. */
  closedAt: field.dateOrNull,
  /** Since then the parent is archived: it takes no more children, and may again one day. */
  archivedAt: field.dateOrNull,
  /** Until then somebody tries to close the fence, and changes that would pass it wait. */
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
  writers: ['admin'],
  isTenantOwned: true,
  fields,
  indexes: [{ fields: { closedAt: 1 }, options: { expireAfterSeconds: closedTtlSeconds } }],
});
