import { notFound } from '@pas/platform/errors/raise';
import { FenceModel, type FenceRow } from '../models/fence.ts';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { RunAgain, type Transaction } from '@pas/platform/mongo/in-transaction';
import { propertyArchived } from './property-archived.ts';
import { slotId, slotOf, type Parent } from './fence-slots.ts';

/** Returns the error of a refused creation: the parent is deleted, archived, or about to be. */
async function refusalOf({ tenantId }: Parent, _id: string): Promise<Error> {
  const row = await FenceModel.findOne({ _id, tenantId }).lean<FenceRow>();
  if (row?.closedAt) return notFound();
  if (row?.archivedAt) return propertyArchived();
  return new RunAgain('The parent entity is being changed at the moment. Try again.');
}

/**
 * Ensures, within a transaction, that a parent is not deleted while it gets a child. The parent's own row is neither
 * read nor written. Under snapshot isolation, a delete that counts children and a creation that reads the parent
 * would both commit (write skew).
 *
 * A parent has a fence of 128 rows. Each creation writes one row, a different one in each open transaction, so that
 * creations do not conflict. A delete closes all rows (`withMarkedFence`). An overlapping creation or the delete
 * fails. A later creation finds the row closed. Archiving marks all rows in the same way. The update matches no
 * closed row. The upsert then tries an insert, which the existing id rejects.
 *
 * @throws not_found when the parent is deleted; conflict (`property_archived`) while it is archived; RunAgain while
 *   it is being deleted or archived
 */
export async function enterFence(transaction: Transaction, parent: Parent): Promise<void> {
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
    throw duplicateKeyOf(error) === null ? error : await refusalOf(parent, _id);
  }
}
