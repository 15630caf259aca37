import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@pas/shared/change/commit';
import type { LedCall } from './led-call.ts';
import { isPushed } from './plan-legs.ts';

/** What clients see of a call and the flow changes. */
const shown = [
  'unitId',
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
  shown.some((name) => !isDeepStrictEqual(before[name], after[name]));

/** Whether the devices of residents ring from this change on. */
const beginsToRing = (before: LedCall | null, { legs }: LedCall): boolean =>
  (before?.legs.length ?? 0) === 0 && legs.some(isPushed);

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
 * Publishes and records what has happened in a call: started, rung, answered, ended; each once in its life.
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
      const userIds = call.legs.filter(isPushed).flatMap(({ userId }) => (userId === null ? [] : [userId]));
      change.publish({ type: 'pas.v1.calls.call.rung', subject: callId, data: { ...home, userIds } });
    }
    if (!before?.answeredBy && answeredBy !== null) {
      change.publish({ type: 'pas.v1.calls.call.answered', subject: callId, data: { ...home, answeredBy } });
      record(change, 'call.answered', call, 'answeredBy');
    }
  }
  if (!before?.outcome && outcome !== null) {
    const ended = { ...data, outcome, answeredBy };
    change.publish({ type: 'pas.v1.calls.call.ended', subject: callId, data: ended });
    record(change, 'call.ended', call, 'outcome');
  }
}
