import { FenceModel, type FenceRow } from '../models/fence.ts';
import { retryOnDuplicate } from '@pas/platform/mongo/duplicate-key';
import type { Transaction } from '@pas/platform/mongo/in-transaction';
import { allSlotIds, type Parent } from './fence-slots.ts';

/**
 * Lifetime of an announcement whose process has died, in milliseconds. It is longer than announcing and closing take,
 * and shorter than a creation waits.
 */
const closingMs = 8000;

/** Concurrent row updates of an announcement: at most the connections that transactions leave free in the pool. */
const announceConcurrency = 8;

/** Longest wait of an announcement for the transaction that holds a row, in milliseconds. */
const maxAnnounceMs = 5000;

/**
 * Makes creations wait. It writes the rows in parallel, each when the transaction that holds it ends. In sequence,
 * the waits would add up, while creations continue on the remaining rows.
 */
async function announce(parent: Parent): Promise<void> {
  const closingUntil = new Date(Date.now() + closingMs);
  const ids = allSlotIds(parent).values();
  const announceRows = async (): Promise<void> => {
    for (const _id of ids)
      // A creation may insert the row between the failed update and the insert of this upsert.
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

/** Lets creations continue if the parent stays. */
async function withdraw({ tenantId, ...parent }: Parent): Promise<void> {
  const ids = allSlotIds({ tenantId, ...parent });
  const filter = { _id: { $in: ids }, tenantId, closingUntil: { $ne: null } };
  await FenceModel.updateMany(filter, { $set: { closingUntil: null } });
}

/** Mark of a fence: its parent is deleted or archived. Null if the parent takes children again. */
type FenceMark = Pick<FenceRow, 'closedAt'> | Pick<FenceRow, 'archivedAt'>;

/** Marks a parent's fence in a transaction, before the transaction's first read. */
export type MarkFence = (transaction: Transaction, mark: FenceMark) => Promise<void>;

const unmarked = { closedAt: null, archivedAt: null, closingUntil: null, passed: 0 };

/**
 * Marks all rows of a fence. A parent made in the same transaction has no other writers. For an existing parent, see
 * `withMarkedFence`.
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
 * Runs a change that closes a parent to children: its archiving or its delete. A delete marks the fence and then
 * looks for children. A rollback reopens the fence, because marking is part of the transaction.
 *
 * The first try may conflict with running creations. Later tries announce themselves first. New creations then wait,
 * so that the change succeeds under any load.
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
