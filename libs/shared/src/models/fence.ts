import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';

/** One of the rows that stand between a parent and the changes that give it children; see `fences/fence-parent.ts`. */
export interface FenceRow {
  /** `<parent id>|<slot>`. */
  _id: string;
  tenantId: string;
  /** How many changes have passed here: what makes them and the parent's delete write the same row. */
  passed: number;
  /** Since then the parent takes no more children. */
  closedAt: Date | null;
  /** Until then somebody tries to close the fence, and changes that would pass it wait. */
  closingUntil: Date | null;
}

/**
 * How long the row of a deleted parent is kept: much longer than a process believes without asking that a parent is
 * there (`fences/known-parents.ts`).
 */
const closedTtlSeconds = 24 * 3600;

export const FenceModel = defineModel<FenceRow>('Fence', {
  connection: core,
  collection: 'fences',
  writers: ['admin'],
  isTenantOwned: true,
  fields: {
    _id: { type: String, required: true },
    tenantId: { type: String, required: true },
    passed: { type: Number, required: true },
    closedAt: { type: Date, default: null },
    closingUntil: { type: Date, default: null },
  },
  indexes: [{ fields: { closedAt: 1 }, options: { expireAfterSeconds: closedTtlSeconds } }],
});
