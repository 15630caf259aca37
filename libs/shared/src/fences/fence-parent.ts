import { notFound } from '@pas/platform/errors/raise';
import type { Transaction } from '@pas/platform/mongo/in-transaction';
import { AccessPointModel } from '../models/access-point.ts';
import { TenantModel } from '../models/tenant.ts';
import { UnitModel } from '../models/unit.ts';
import type { Parent } from './fence-slots.ts';
import { enterFence } from './enter-fence.ts';

/** A row that gets a child in a change. No concurrent change may delete it. */
export interface FencedParent extends Parent {
  kind: 'property' | 'unit' | 'access_point' | 'tenant';
}

/** Parents whose own row is their fence. */
const ownRows = {
  unit: UnitModel.collection,
  access_point: AccessPointModel.collection,
  tenant: TenantModel.collection,
};

/** Raises a counter in the parent's own row. */
async function touchRow({ session }: Transaction, { tenantId, id }: Parent, kind: keyof typeof ownRows) {
  const filter = { _id: id, isLive: true, ...(kind !== 'tenant' && { tenantId }) };
  const update = { $inc: { childrenEpoch: 1 } };
  const { matchedCount } = await ownRows[kind].updateOne(filter as never, update, { session });
  if (matchedCount === 0) throw notFound();
}

/**
 * Ensures, within a transaction, that a parent is not deleted while it gets a child. The delete and this change write
 * the same row, so that one of them fails.
 *
 * Many changes of a property run concurrently, so a property has a fence of many rows (`enterFence`). Units, doors and
 * tenants get few children at a time. For them the parent's own row is the fence, which serializes the changes of one
 * parent.
 *
 * @throws not_found when the parent is deleted; RunAgain while a delete of the property is running
 */
export async function fenceParent(transaction: Transaction, parent: FencedParent): Promise<void> {
  const { kind } = parent;
  await (kind === 'property' ? enterFence(transaction, parent) : touchRow(transaction, parent, kind));
}
