import type { Change } from '../change/commit.ts';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { AccessEventModel, type AccessEventRow } from '../models/access-event.ts';
import type { AccessPointRow } from '../models/access-point.ts';
import { newRow, type RowContext } from '../models/new-row.ts';
import type { Decision } from './decide.ts';

/** A request to open a door: subject and method. */
export interface UnlockRequest {
  door: Pick<AccessPointRow, '_id' | 'propertyId' | 'unitId'>;
  method: AccessEventRow['method'];
  subject: AccessEventRow['subject'];
  /** The unit for which the door is opened. Default: the unit of the door. */
  unitId?: string | null;
  passId?: string | null;
  callId?: string | null;
  /** Time of the request, if it precedes the record. */
  occurredAt?: Date;
}

/** A decision to record. */
interface RecordedDecision {
  asked: UnlockRequest;
  decision: Decision;
  /** The attempt to open the door; null if the controller gets no command. */
  attemptId: string | null;
}

/** Makes the row of a decision. Its `confirmed` is null, because the attempt holds the controller's answer. */
export function newAccessEvent(
  ctx: RowContext,
  { asked, decision, attemptId }: RecordedDecision,
): AccessEventRow {
  const { door, method, subject, unitId = door.unitId, passId = null, callId = null } = asked;
  return {
    ...newRow(ctx, 'accessEvent'),
    accessPointId: door._id,
    propertyId: door.propertyId,
    unitId,
    decision: decision.isGranted ? 'GRANTED' : 'DENIED',
    reason: decision.reason,
    method,
    subject,
    passId,
    callId,
    attemptId,
    confirmed: null,
    sourceKey: null,
    occurredAt: asked.occurredAt ?? ctx.now,
    rules: decision.rules,
  };
}

/** Adds decisions at doors to a change: the access events, which are their record, and the events on the bus. */
export async function addAccessEvents(change: Change, rows: readonly AccessEventRow[]): Promise<void> {
  await insertRows(AccessEventModel, rows, change.session);
  for (const row of rows) {
    const { _id, accessPointId, propertyId, unitId, method, reason, attemptId, passId } = row;
    change.publish({
      type: row.decision === 'GRANTED' ? 'pas.v1.access.point.granted' : 'pas.v1.access.point.denied',
      subject: accessPointId,
      data: {
        aggregateVersion: row.version,
        accessEventId: _id,
        accessPointId,
        propertyId,
        unitId,
        method,
        reason,
        attemptId,
        passId,
      },
    });
  }
}

/** Adds one decision at a door to a change. */
export async function recordDecision(
  ctx: RowContext,
  change: Change,
  decided: RecordedDecision,
): Promise<AccessEventRow> {
  const row = newAccessEvent(ctx, decided);
  await addAccessEvents(change, [row]);
  return row;
}
