import { actorOf } from '../audit/prepare-record.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { AccessPassRow } from '../models/access-pass.ts';

/** Fields of a pass that nobody has ended before its time. */
export const notEnded = { endedBy: null, endReason: null, endNote: null } as const;

interface PassEnd {
  reason: NonNullable<AccessPassRow['endReason']>;
  /** The reason in the words of staff; null without one. */
  note?: string | null;
}

/** Returns the changed fields of a pass that ends now, before its time. */
export function endedFields(ctx: OperationContext, { reason, note = null }: PassEnd) {
  const { now } = ctx;
  const row = { isLive: false, deletedAt: now, updatedAt: now };
  return { ...row, endedBy: actorOf(ctx), endReason: reason, endNote: note };
}
