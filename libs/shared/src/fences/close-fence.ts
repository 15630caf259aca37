import { FenceModel } from '../models/fence.ts';
import { retryOnDuplicate } from '@pas/platform/mongo/duplicate-key';
import type { Transaction } from '@pas/platform/mongo/in-transaction';
import { allSlotIds, type Parent } from './fence-slots.ts';

/**
 * How long an announcement holds creations back when the process that made it dies, in milliseconds: longer than it takes
 * to announce and to close, and shorter than a creation waits.
 */
const closingMs = 8000;

/** Rows that are announced at the same time: as many connections as transactions leave free in the pool, at most. */
const announceLanes = 8;

/** An announcement waits for the transaction that holds a row no longer than this, in milliseconds. */
const maxAnnounceMs = 5000;

/**
 * Has creations wait: each row is written for itself, as soon as the transaction that holds it is over. In one command
 * after the other, the wait for one row would be added to the wait for the next, while creations go on in those behind.
 */
async function announce(parent: Parent): Promise<void> {
  const closingUntil = new Date(Date.now() + closingMs);
  const ids = allSlotIds(parent).values();
  const announceRows = async (): Promise<void> => {
    for (const _id of ids)
      // A creation may insert a row between an update that finds none and the insert that it becomes.
      await retryOnDuplicate(['_id_'], async () =>
        FenceModel.collection.updateOne(
          { _id, tenantId: parent.tenantId } as never,
          { $set: { closingUntil }, $setOnInsert: { passed: 0, closedAt: null } },
          { upsert: true, maxTimeMS: maxAnnounceMs },
        ),
      );
  };
  await Promise.all(Array.from({ length: announceLanes }, announceRows));
}

/** Lets creations go on, where the parent stays. */
async function withdraw({ tenantId, ...parent }: Parent): Promise<void> {
  const ids = allSlotIds({ tenantId, ...parent });
  const filter = { _id: { $in: ids }, tenantId, closingUntil: { $ne: null } };
  await FenceModel.updateMany(filter, { $set: { closingUntil: null } });
}

/** Closes a parent's fence in a transaction, before anything is read in it. */
export type CloseFence = (transaction: Transaction) => Promise<void>;

async function closeAll({ session }: Transaction, parent: Parent): Promise<void> {
  const closedAt = new Date();
  const steps = allSlotIds(parent).map((_id) => ({
    updateOne: {
      filter: { _id, tenantId: parent.tenantId },
      update: { $set: { closedAt }, $setOnInsert: { passed: 0, closingUntil: null } },
      upsert: true,
    },
  }));
  await FenceModel.collection.bulkWrite(steps as never, { session, ordered: false });
}

/**
 * Runs the delete of a parent, which closes the fence first and looks for children then. What is undone opens the fence
 * again, since closing is part of the transaction.
 *
 * Where creations are under way, the first try meets them. The later ones announce themselves: creations that begin then
 * wait, so that a delete comes through however many there are.
 */
export async function withClosedFence<T>(
  parent: Parent,
  work: (closeFence: CloseFence) => Promise<T>,
): Promise<T> {
  let tries = 0;
  const closeFence: CloseFence = async (transaction) => {
    tries += 1;
    if (tries > 1) await announce(parent);
    await closeAll(transaction, parent);
  };
  try {
    return await work(closeFence);
  } finally {
    // An announcement that stays runs out by itself.
    if (tries > 1) await withdraw(parent).catch(() => undefined);
  }
}
