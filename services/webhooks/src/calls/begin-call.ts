import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { CallModel } from '@pas/shared/models/call';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { receiptContext, type ProcessingDependencies } from '../processing/receipt.ts';
import { findCall, repeatOf } from './advance-call.ts';
import { closingOf, endBusy, endCall } from './end-call.ts';
import type { Command, CallDecision, LedCall } from './led-call.ts';
import { releaseCallSlot, isBusy, type CallLimits } from './live-calls.ts';
import { findNumber, loadProperty } from './find-number.ts';
import { loadHome } from './load-home.ts';
import { askForUnit, ringHome } from './ring-home.ts';
import { newCall, type Arrival } from './new-call.ts';
import { publishUnreachable } from './publish-unreachable.ts';
import { publishCall } from './save-call.ts';

/** Decides the first step: ring the unit, ask for the unit at a property's number, or end with a notice. */
async function decideFirst(ctx: OperationContext, call: LedCall, limits: CallLimits): Promise<CallDecision> {
  const { propertyId, unitId } = call;
  if (propertyId === null) return endCall(call, ctx.now, { outcome: 'NO_TARGET', closing: 'notInService' });
  const [isRefused, home] = await Promise.all([
    isBusy(ctx, call, limits),
    unitId === null ? null : loadHome(ctx, unitId),
  ]);
  if (isRefused) return endBusy(call, ctx.now);
  return home === null ? askForUnit(call) : ringHome(call, home, ctx.now);
}

/**
 * The age of an arrival after which its visitor has gone, in milliseconds. An event is this old after an outage of NATS
 * or of this service.
 */
const maxArrivalMs = 60_000;

const isTooLate = ({ receivedAt }: Arrival, now: Date): boolean =>
  now.getTime() - receivedAt.getTime() > maxArrivalMs;

async function insertCall(
  ctx: OperationContext,
  { call, commands }: CallDecision,
  key: string,
): Promise<void> {
  const row = { ...call, flow: { ...call.flow, steps: [{ key, commands }] } };
  await commit(ctx, async (change) => {
    await insertRows(CallModel, [row], change.session);
    publishCall(change, null, row);
    await publishUnreachable(change, null, row);
  });
}

/**
 * Returns the last decision for the visitor of a known call. A provider may send a call again to its fallback address
 * after a missing answer.
 */
function replayLastInstruction(call: LedCall): CallDecision {
  const { phase, steps } = call.flow;
  if (phase === 'OVER') return { call, commands: closingOf(call) };
  if (phase === 'ANSWERED') return { call, commands: [] };
  const decided = steps.map(({ commands }) => commands as Command[]);
  const last = decided.findLast((commands) =>
    commands.some((each) => each.do === 'ask' || each.do === 'ring' || each.do === 'wait'),
  );
  return { call, commands: last ?? [] };
}

/**
 * Records an incoming call and decides its first step. A repeat returns the first decision. A call that arrived a minute
 * ago rings nobody, because its visitor has gone.
 *
 * @returns null for a number without a tenant
 * @throws unavailable while the database is unavailable
 */
export async function beginCall(
  processing: ProcessingDependencies,
  arrival: Arrival,
): Promise<CallDecision | null> {
  const number = await findNumber(arrival.to);
  if (!number) return null;
  const [tenant, property] = await Promise.all([findTenant(number.tenantId), loadProperty(number)]);
  if (!tenant) return null;
  const ctx = receiptContext(processing, arrival, tenant._id);
  const call = newCall(ctx, arrival, { number, tenant, property });
  try {
    const decided = isTooLate(arrival, ctx.now)
      ? endCall(call, ctx.now, { outcome: 'ABANDONED', closing: null })
      : await decideFirst(ctx, call, processing.limits);
    await insertCall(ctx, decided, arrival.key);
    return decided;
  } catch (error) {
    const first = isDuplicateIn(error, ['providerCallId']) ? await findCall(arrival) : null;
    if (!first) throw error;
    return repeatOf(first, arrival.key) ?? replayLastInstruction(first);
  } finally {
    releaseCallSlot(call);
  }
}
