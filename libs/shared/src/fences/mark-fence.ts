import { FenceModel, type FenceRow } from '../models/fence.ts';
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
          { $set: { closingUntil }, $setOnInsert: { passed: 0, closedAt: null, archivedAt: null } },
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

/** What a fence is marked with: that its parent is deleted, or archived; null where it takes children again. */
type FenceMark = Pick<FenceRow, 'closedAt'> | Pick<FenceRow, 'archivedAt'>;

/** Marks a parent's fence in a transaction, before anything is read in it. */
export type MarkFence = (transaction: Transaction, mark: FenceMark) => Promise<void>;

const unmarked = { closedAt: null, archivedAt: null, closingUntil: null, passed: 0 };

/**
 * Marks all rows of a fence. A parent that is made in the same transaction has no other writers; for one that is there,
 * see `withMarkedFence`.
 */
export async function markFence({ session }: Pick<Transaction, 'session'>, parent: Parent, mark: FenceMark) {
  const others = Object.fromEntries(Object.entries(unmarked).filter(([name]) => !(name in mark)));
  const steps = allSlotIds(parent).map((_id) => ({
    updateOne: {
      filter: { _id, tenantId: parent.tenantId },
      update: { $set: mark, $setOnInsert: others },
      upsert: true,
    },
  }));
  await FenceModel.collection.bulkWrite(steps as never, { session, ordered: false });
}

/**
 * Runs a change that keeps children out of a parent: its delete, which marks the fence first and looks for children then,
 * or its archiving. What is undone opens the fence again, since marking is part of the transaction.
 *
 * Where creations are under way, the first try meets them. The later ones announce themselves: creations that begin then
 * wait, so that the change comes through however many there are.
 */
export async function withMarkedFence<T>(parent: Parent, work: (mark: MarkFence) => Promise<T>): Promise<T> {
  let tries = 0;
  const markInTurn: MarkFence = async (transaction, mark) => {
    tries += 1;
    if (tries > 1) await announce(parent);
    await markFence(transaction, parent, mark);
  };
  try {
    return await work(markInTurn);
  } finally {
    // An announcement that stays runs out by itself.
    if (tries > 1) await withdraw(parent).catch(() => undefined);
  }
}
