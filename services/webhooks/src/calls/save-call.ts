import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@pas/shared/change/commit';
import type { LedCall } from './led-call.ts';

/** Fields that clients see and the flow changes. */
const publicFields = [
  'unitId',
  'dialled',
  'status',
  'outcome',
  'answeredBy',
  'answeredAt',
  'endedAt',
  'durationSeconds',
  'legs',
] as const;

/** Whether clients see a difference. */
export const isShownChange = (before: LedCall, after: LedCall): boolean =>
  publicFields.some((name) => !isDeepStrictEqual(before[name], after[name]));

/** Returns the residents with a ringing device. */
const pushedIn = ({ legs }: LedCall): string[] =>
  legs.flatMap(({ pushed, userId }) => (pushed && userId !== null ? [userId] : []));

/** Whether devices start to ring with this change. */
const beginsToRing = (before: LedCall | null, call: LedCall): boolean =>
  (before?.legs.length ?? 0) === 0 && pushedIn(call).length > 0;

const isAnsweredNow = (before: LedCall | null, { answeredBy }: LedCall): boolean =>
  !before?.answeredBy && answeredBy !== null;

/** Whether a change ends the call. */
export const isEndedNow = (before: LedCall | null, { outcome }: LedCall): boolean =>
  !before?.outcome && outcome !== null;

/** Whether `publishCall` publishes a change. */
export const isNews = (before: LedCall, after: LedCall): boolean =>
  beginsToRing(before, after) || isAnsweredNow(before, after) || isEndedNow(before, after);

const targetsOf = ({ _id, propertyId, unitId }: LedCall) => [
  { type: 'call', id: _id },
  ...(propertyId === null ? [] : [{ type: 'property', id: propertyId }]),
  ...(unitId === null ? [] : [{ type: 'unit', id: unitId }]),
];

const record = (
  change: Change,
  action: string,
  call: LedCall,
  path: 'status' | 'answeredBy' | 'outcome',
): void =>
  change.record({
    action,
    targets: targetsOf(call),
    changes: [{ path, before: null, after: call[path], isPersonal: false }],
    propertyIds: call.propertyId === null ? [] : [call.propertyId],
  });

/**
 * Publishes and records the events of a call: started, rung, answered, ended. Each occurs once.
 *
 * @param before null for a new call
 */
export function publishCall(change: Change, before: LedCall | null, call: LedCall): void {
  const { _id: callId, propertyId, unitId, virtualNumberId, answeredBy, outcome, version } = call;
  const data = { aggregateVersion: version, callId, propertyId, unitId };
  if (!before && virtualNumberId !== null) {
    change.publish({
      type: 'pas.v1.calls.call.started',
      subject: callId,
      data: { ...data, virtualNumberId },
    });
    record(change, 'call.started', call, 'status');
  }
  if (propertyId !== null && unitId !== null) {
    const home = { ...data, propertyId, unitId };
    if (beginsToRing(before, call)) {
      const rung = { ...home, userIds: pushedIn(call) };
      change.publish({ type: 'pas.v1.calls.call.rung', subject: callId, data: rung });
    }
    if (isAnsweredNow(before, call) && answeredBy !== null) {
      change.publish({ type: 'pas.v1.calls.call.answered', subject: callId, data: { ...home, answeredBy } });
      record(change, 'call.answered', call, 'answeredBy');
    }
  }
  if (isEndedNow(before, call) && outcome !== null) {
    const ended = { ...data, outcome, answeredBy };
    change.publish({ type: 'pas.v1.calls.call.ended', subject: callId, data: ended });
    record(change, 'call.ended', call, 'outcome');
  }
}
