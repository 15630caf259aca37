import { recordEventIdOf } from '@pas/shared/access/attempt-record';
import { staffMayOpen } from '@pas/shared/access/may-open';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { startUnlock } from '@pas/shared/access/start-unlock';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import type { UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import { loadAccessPoint } from './load-access-point.ts';

interface UnlockByStaff {
  id: string;
  /** The caller's reason, for the audit. */
  reason: string | null;
}

/** Returns the caller as access events name it. */
const subjectOf = ({ principal }: OperationContext): AccessEventRow['subject'] => ({
  type: principal.kind === 'staff' ? 'STAFF' : 'API_KEY',
  id: principal.id,
});

/**
 * Starts to open a door for staff or an API key. The audit record contains the reason. The answer may be
 * an attempt of the same person or key lineage that is under way. It has no second record.
 *
 * @throws not_found
 */
export async function unlockByStaff(
  ctx: OperationContext,
  doors: DoorCommands,
  { id, reason }: UnlockByStaff,
): Promise<UnlockAttemptRow> {
  const door = await loadAccessPoint(ctx, id);
  const { attempt } = await startUnlock(ctx, doors, {
    door,
    method: 'STAFF',
    subject: subjectOf(ctx),
    holder: ctx.principal.lineageId ?? ctx.principal.id ?? '',
    decision: staffMayOpen(door),
    record: (attemptId) => ({
      eventId: recordEventIdOf(attemptId),
      action: 'access_point.unlocked',
      targets: [
        { type: 'access_point', id },
        { type: 'unlock_attempt', id: attemptId },
      ],
      changes: reason === null ? [] : [{ path: 'reason', before: null, after: reason, isPersonal: true }],
      propertyIds: [door.propertyId],
    }),
  });
  return attempt;
}
