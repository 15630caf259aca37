import { notFound } from '@pas/platform/errors/raise';
import { FenceModel, type FenceRow } from '../models/fence.ts';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { RunAgain, type Transaction } from '@pas/platform/mongo/in-transaction';
import { propertyArchived } from './property-archived.ts';
import { slotId, slotOf, type Parent } from './fence-slots.ts';

/** Distinguishes a deleted or archived parent from one that is being changed. */
async function whyRefused({ tenantId }: Parent, _id: string): Promise<Error> {
  const row = await FenceModel.findOne({ _id, tenantId }).lean<FenceRow>();
  if (row?.closedAt) return notFound();
  if (row?.archivedAt) return propertyArchived();
  return new RunAgain('The parent entity is being changed at the moment. Try again.');
}

/**
 * Makes sure in a transaction that a parent stays while it gets a child, though the parent's own row is neither read nor
 * written: under snapshot isolation a delete that counts the children and a creation that reads the parent would both
 * commit (write skew).
 *
 * A parent has a fence of 128 rows. Each creation writes one of them, a different one in each open transaction, so that
 * creations don't conflict with each other. A delete closes all of them (`withMarkedFence`): of a delete and a creation
 * that overlap, one fails; a creation that comes later finds the row closed. Likewise an archived parent has all rows
 * marked. The update matches no closed row, and the insert that an upsert makes of it is refused by the row's id.
 *
 * @throws not_found when the parent is deleted; conflict (`property_archived`) while it is archived; RunAgain while it
 *   is being deleted or archived
 */
export async function passSlot(transaction: Transaction, parent: Parent): Promise<void> {
  const { tenantId } = parent;
  const _id = slotId(parent, slotOf(transaction));
  const closingUntil = { $not: { $gt: new Date() } };
  const open = { _id, tenantId, closedAt: null, archivedAt: null, closingUntil };
  try {
    await FenceModel.collection.updateOne(
      open as never,
      { $inc: { passed: 1 } },
      { upsert: true, session: transaction.session },
    );
  } catch (error) {
    throw duplicateKeyOf(error) === null ? error : await whyRefused(parent, _id);
  }
}
