import { clockToleranceMs } from '@pas/shared/context/clock-tolerance';
import { UnlockAttemptModel, type UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import type { CallFacts } from './end-call.ts';
import type { LedCall } from './led-call.ts';
import { attemptKeyOf } from './open-door.ts';

/** Whether a requested door failed to open. Only the end of an answered call depends on it. */
async function hasDoorFailed({ flow, ...call }: LedCall): Promise<boolean> {
  if (!flow.isDoorAsked || flow.phase !== 'ANSWERED') return false;
  const { tenantId } = call;
  const filter = { tenantId, keys: attemptKeyOf(call) };
  const attempt = await UnlockAttemptModel.findOne(filter, { status: 1 }).lean<
    Pick<UnlockAttemptRow, 'status'>
  >();
  return attempt?.status === 'FAILED';
}

/** Returns the condition that an attempt began after the start of a call. The clock of the app's service may differ. */
const startedDuring = ({ startedAt, flow: { earlierAttempts } }: LedCall) =>
  earlierAttempts
    ? {
        _id: { $nin: earlierAttempts },
        createdAt: { $gte: new Date(startedAt.getTime() - clockToleranceMs) },
      }
    : { createdAt: { $gte: startedAt } };

/**
 * Finds the resident who opened the door of the call in the app after its start. A number without a single door has
 * none, because the door of the visitor is unknown.
 */
async function findOpener(call: LedCall): Promise<string | null> {
  const { tenantId, legs, flow } = call;
  const { phase, accessPointId } = flow;
  const notified = legs.flatMap(({ pushed, userId }) => (pushed && userId !== null ? [userId] : []));
  if (phase !== 'RINGING' || accessPointId === null || notified.length === 0) return null;
  const inApp = { passId: null, keys: { $size: 0 }, ...startedDuring(call) };
  const filter = { tenantId, 'subject.id': { $in: notified }, accessPointId, status: 'SUCCEEDED' as const };
  const attempt = await UnlockAttemptModel.findOne({ ...filter, ...inApp }, { subject: 1 })
    .sort({ createdAt: 1 })
    .lean<Pick<UnlockAttemptRow, 'subject'>>();
  return attempt?.subject.id ?? null;
}

/** Reads the current facts for a decision about a call. */
export async function findFacts(call: LedCall, at: Date): Promise<CallFacts> {
  const [hasFailed, openedBy] = await Promise.all([hasDoorFailed(call), findOpener(call)]);
  return { at, hasDoorFailed: hasFailed, openedBy };
}
