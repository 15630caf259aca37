import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import type { ClientSession } from 'mongoose';
import { FenceModel } from '../models/fence.ts';

/** The kind of work that a tenant's transactions do one at a time. */
export interface Turn {
  tenantId: string;
  /** The work that must not run concurrently. */
  work: 'webhook-endpoints' | 'alert-mails';
}

/**
 * Serialises a tenant's transactions of one kind. They write one row, so the second of two overlapping ones retries
 * and sees the first. Call it before the first read that must be current.
 *
 * @throws RunAgain when a concurrent transaction has just inserted the row
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
