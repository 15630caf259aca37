import { clockToleranceMs } from '../context/clock-tolerance.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { AccessPointRow } from '../models/access-point.ts';
import { UnlockAttemptModel, type UnlockAttemptRow } from '../models/unlock-attempt.ts';

/** Minimum time in milliseconds for which a confirmed attempt counts as open. It covers a second tap. */
const minOpenMs = 2000;

/** Reads the latest attempt of a person or key lineage at a door; null without one. */
export function findLatestAttempt(
  { tenantId }: Pick<OperationContext, 'tenantId'>,
  { door, holder }: { door: Pick<AccessPointRow, '_id'>; holder: string },
): Promise<UnlockAttemptRow | null> {
  return UnlockAttemptModel.findOne({ tenantId, accessPointId: door._id, holder, turn: { $gt: 0 } })
    .sort({ turn: -1 })
    .lean<UnlockAttemptRow>();
}

/**
 * Whether an attempt answers the next request of its holder. It waits for the controller, or its door is still open.
 * The clock of the process that started it may be behind. The sweep ends an attempt whose process has died.
 */
export function isUnderWay(
  { status, confirmed, expiresAt, openSeconds, updatedAt }: UnlockAttemptRow,
  now: Date,
): boolean {
  if (status === 'PENDING') return now.getTime() < expiresAt.getTime() + clockToleranceMs;
  return confirmed && now.getTime() < updatedAt.getTime() + Math.max(openSeconds * 1000, minOpenMs);
}
