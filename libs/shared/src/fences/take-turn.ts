import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import type { ClientSession } from 'mongoose';
import { FenceModel } from '../models/fence.ts';

/** What the transactions of a tenant take turns for. */
export interface Turn {
  tenantId: string;
  /** What would be wrong if two of them did it at once. */
  work: 'webhook-endpoints' | 'alert-mails';
}

/**
 * Has transactions of a tenant that do the same work take turns: they write one row, so the second of two that overlap runs
 * again, and reads what the first has stored. Call it before the read that counts.
 *
 * @throws RunAgain when another transaction has inserted the row in this moment
 */
export async function takeTurn({ tenantId, work }: Turn, session: ClientSession): Promise<void> {
  const _id = `${tenantId}|${work}`;
  const turn = {
    $inc: { passed: 1 },
    $setOnInsert: { closedAt: null, archivedAt: null, closingUntil: null },
  };
  try {
    await FenceModel.collection.updateOne({ _id, tenantId } as never, turn, { session, upsert: true });
  } catch (error) {
    if (duplicateKeyOf(error) === null) throw error;
    throw new RunAgain('Another change of the same kind is being made. Try again.');
  }
}
