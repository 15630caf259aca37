import type { OperationContext } from '@pas/shared/context/operation-context';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import type { LedCall } from './led-call.ts';

/** How many calls may wait for an answer at the same time. */
export interface CallLimits {
  /** At one unit: as often its residents’ phones ring at once. */
  perUnit: number;
  /** At one virtual number. */
  perNumber: number;
  perTenant: number;
}

type Waiting = Pick<CallRow, '_id' | 'tenantId' | 'virtualNumberId' | 'unitId'>;

/** A call without news for so long does not ring any more, whatever was lost, in milliseconds. */
const ringingMs = 3 * 60_000;

/** The calls that this process lets ring and has not stored yet: calls that come together do not see each other's rows. */
const begun = new Map<string, Waiting>();

/** Takes a call out of the count of this process: it is stored, or it does not ring. */
export const forget = ({ _id }: Pick<LedCall, '_id'>): void => void begun.delete(_id);

/** The calls of the tenant that are being begun here. */
const begunBefore = (call: LedCall): Waiting[] =>
  [...begun.values()].filter(({ tenantId, _id }) => tenantId === call.tenantId && _id !== call._id);

/** Reads the calls of a tenant that wait for an answer, at most as many as it may have; the index alone answers. */
const readWaiting = async ({ tenantId, now }: OperationContext, { perTenant }: CallLimits) =>
  CallModel.find(
    { tenantId, status: 'RINGING', updatedAt: { $gte: new Date(now.getTime() - ringingMs) } },
    { _id: 1, tenantId: 1, virtualNumberId: 1, unitId: 1 },
  )
    .limit(perTenant)
    .lean<Waiting[]>();

/**
 * Whether too many calls wait for an answer already: at the unit, at the number, or of the tenant. A call that may ring is
 * counted from now on: its caller stores it, and then calls `forget` whatever has come of that.
 *
 * Replicas of the service see each other's calls once those are stored. So calls that come at the same moment may pass the
 * limit once for each further replica.
 */
export async function isBusy(ctx: OperationContext, call: LedCall, limits: CallLimits): Promise<boolean> {
  const before = begunBefore(call);
  const { _id, tenantId, virtualNumberId, unitId } = call;
  begun.set(_id, { _id, tenantId, virtualNumberId, unitId });
  const stored = await readWaiting(ctx, limits);
  // A call that names its unit just now stands in the store without it.
  const waiting = new Map([...stored, ...before].map((each) => [each._id, each]));
  waiting.delete(_id);
  const others = [...waiting.values()];
  const atUnit = others.filter((each) => unitId !== null && each.unitId === unitId).length;
  const atNumber = others.filter((each) => each.virtualNumberId === virtualNumberId).length;
  const isOver =
    atUnit >= limits.perUnit || atNumber >= limits.perNumber || others.length >= limits.perTenant;
  if (isOver) forget(call);
  return isOver;
}
