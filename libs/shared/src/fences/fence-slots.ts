import { randomInt } from 'node:crypto';
import type { Transaction } from '@pas/platform/mongo/in-transaction';

/** A parent row: it must not be deleted while it has children. */
export interface Parent {
  tenantId: string;
  id: string;
}

/** Number of rows of a fence: more than twice the open transactions of a process. */
export const slotCount = 128;

/** First slot of this process. It is random, so that replicas rarely share slots. */
const firstSlot = Math.floor(Math.random() * slotCount);

/** Slots that each retry moves a transaction, after a conflict with another process in its slot. */
const stepOnConflict = 23;

/** Returns the id of a slot's row. */
export const slotId = ({ id }: Parent, slot: number): string => `${id}|${slot}`;

/**
 * Returns the slot of a transaction. On its first try, no other open transaction of this process has this slot. Each
 * permit alternates randomly between two slots, so that every row is free from time to time under any load. A delete
 * must write each row. MongoDB lets it poll and does not queue it, so a permanently held row would starve it.
 */
export const slotOf = ({ permit, attempt }: Transaction): number =>
  (firstSlot + 2 * permit + randomInt(2) + (attempt - 1) * stepOnConflict) % slotCount;

/** Returns the ids of all rows of a fence. */
export const allSlotIds = (parent: Parent): string[] =>
  Array.from({ length: slotCount }, (_, slot) => slotId(parent, slot));
