import { randomInt } from 'node:crypto';
import type { Transaction } from '@pas/platform/mongo/in-transaction';

/** A parent row: it must not be deleted while it has children. */
export interface Parent {
  tenantId: string;
  id: string;
}

/** Rows of one fence: more than twice the transactions that one process may have open. */
export const slotCount = 128;

/** Where this process's slots begin, so that replicas seldom share any. */
const firstSlot = Math.floor(Math.random() * slotCount);

/** After a conflict with another process in its slot, each retry moves a transaction this many slots further. */
const stepOnConflict = 23;

/** The name of a slot's row. */
export const slotId = ({ id }: Parent, slot: number): string => `${id}|${slot}`;

/**
 * The slot of a transaction: no other open one of this process has it on its first try. Each permit has two slots and
 * takes either, so that every row is free now and then however many creations there are. A delete has to write each row;
 * MongoDB has it ask again from time to time and doesn't queue it, so a row that is always held would keep it out.
 */
export const slotOf = ({ permit, attempt }: Transaction): number =>
  (firstSlot + 2 * permit + randomInt(2) + (attempt - 1) * stepOnConflict) % slotCount;

/** The names of all rows of a fence. */
export const allSlotIds = (parent: Parent): string[] =>
  Array.from({ length: slotCount }, (_, slot) => slotId(parent, slot));
