import type { OperationContext } from '@pas/shared/context/operation-context';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import type { LedCall } from './led-call.ts';

/** Limits of calls that wait for an answer at the same time. */
export interface CallLimits {
  /** At one unit: the calls that ring its residents’ phones in parallel. */
  perUnit: number;
  /** At one virtual number. */
  perNumber: number;
  perTenant: number;
}

type WaitingCall = Pick<CallRow, '_id' | 'tenantId' | 'virtualNumberId' | 'unitId'>;

/** The time without events after which a call counts as no longer ringing, in milliseconds. */
const ringingMs = 3 * 60_000;

/** Ringing calls that this process has not stored yet. Concurrent calls cannot see each other's rows. */
const unstored = new Map<string, WaitingCall>();

/** Releases the slot of a call in this process: it is stored, or it does not ring. */
export const releaseCallSlot = ({ _id }: Pick<LedCall, '_id'>): void => void unstored.delete(_id);

/** Returns the other unstored calls of the tenant in this process. */
const unstoredBefore = (call: LedCall): WaitingCall[] =>
  [...unstored.values()].filter(({ tenantId, _id }) => tenantId === call.tenantId && _id !== call._id);

/** Reads waiting calls of a tenant, up to its limit. The index covers the query. */
const readWaiting = async ({ tenantId, now }: OperationContext, { perTenant }: CallLimits) =>
  CallModel.find(
    { tenantId, status: 'RINGING', updatedAt: { $gte: new Date(now.getTime() - ringingMs) } },
    { _id: 1, tenantId: 1, virtualNumberId: 1, unitId: 1 },
  )
    .limit(perTenant)
    .lean<WaitingCall[]>();

/**
 * Whether too many calls wait for an answer already: at the unit, at the number, or of the tenant. An admitted call
 * takes a slot. Its caller stores it and then calls `releaseCallSlot`, even after a failure.
 *
 * Replicas of the service see each other's stored calls only. So concurrent calls may exceed the limit by one for each
 * further replica.
 */
export async function isBusy(ctx: OperationContext, call: LedCall, limits: CallLimits): Promise<boolean> {
  const before = unstoredBefore(call);
  const { _id, tenantId, virtualNumberId, unitId } = call;
  unstored.set(_id, { _id, tenantId, virtualNumberId, unitId });
  const stored = await readWaiting(ctx, limits);
  // The stored row of a call that is naming its unit lacks the unit.
  const waiting = new Map([...stored, ...before].map((each) => [each._id, each]));
  waiting.delete(_id);
  const others = [...waiting.values()];
  const atUnit = others.filter((each) => unitId !== null && each.unitId === unitId).length;
  const atNumber = others.filter((each) => each.virtualNumberId === virtualNumberId).length;
  const isOver =
    atUnit >= limits.perUnit || atNumber >= limits.perNumber || others.length >= limits.perTenant;
  if (isOver) releaseCallSlot(call);
  return isOver;
}
