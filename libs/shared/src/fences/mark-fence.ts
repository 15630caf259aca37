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
const announceConcurrency = 8;

/** An announcement waits for the transaction that holds a row no longer than this, in milliseconds. */
const maxAnnounceMs = 5000;

/**
 * Makes creations wait. The rows are written in parallel, each as soon as the transaction that holds it ends. One
 * after the other, the waits would add up, while creations continue on the remaining rows.
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
  await Promise.all(Array.from({ length: announceConcurrency }, announceRows));
}

/** Lets creations go on, where the parent stays. */
async function withdraw({ tenantId, ...parent }: Parent): Promise<void> {
  const ids = allSlotIds({ tenantId, ...parent });
  const filter = { _id: { $in: ids }, tenantId, closingUntil: { $ne: null } };
  await FenceModel.updateMany(filter, { $set: { closingUntil: null } });
}

/** The mark of a fence: its parent is deleted or archived; null if it takes children again. */
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
 * Runs a change that keeps children out of a parent: its delete, which marks the fence first and looks for children
 * then, or its archiving. A rollback opens the fence again, because marking is part of the transaction.
 *
 * The first try may conflict with running creations. Later tries announce themselves first: new creations then wait, so
 * that the change succeeds under any load.
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
    // An announcement that is not withdrawn expires by itself.
    if (tries > 1) await withdraw(parent).catch(() => undefined);
  }
}
