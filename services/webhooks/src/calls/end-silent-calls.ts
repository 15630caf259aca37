import { commit } from '@pas/shared/change/commit';
import { CallModel, type CallFlowRow, type CallRow } from '@pas/shared/models/call';
import type { Sweep } from '@pas/shared/sweeps/sweep';
import { ChangedMeanwhile, replaceCall, rowAfter } from './advance-call.ts';
import { decide } from './call-flow.ts';
import { findFacts } from './find-facts.ts';
import type { LedCall } from './led-call.ts';
import { publishUnreachable } from './publish-unreachable.ts';
import { publishCall } from './save-call.ts';

/** The time without events after which a call has certainly stopped ringing, in milliseconds. */
const ringingMs = 15 * 60_000;

/** The same for a talking call. Providers end calls after four hours. */
const talkingMs = 4 * 3_600_000 + ringingMs;

/** Builds the filter of calls that must have ended, because they had no event for so long. */
function silentAt(now: Date) {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  return {
    'flow.phase': { $in: ['ASKING', 'RINGING', 'ANSWERED'] as CallFlowRow['phase'][] },
    updatedAt: { $lte: before(ringingMs) },
    $or: [{ status: 'RINGING' as const }, { updatedAt: { $lte: before(talkingMs) } }],
  };
}

/**
 * Ends calls whose last webhooks never arrived. An answered call keeps its outcome, any other one is FAILED. The sweep
 * uses the time of the last event as the end. A late webhook does not change an ended call.
 */
export const endSilentCalls: Sweep = {
  name: 'calls without an end',

  async findDue(now, limit) {
    const due = await CallModel.find(silentAt(now), { tenantId: 1 })
      .setOptions({ crossTenant: 'silent-calls' })
      .limit(limit)
      .lean<Pick<CallRow, '_id' | 'tenantId'>[]>();
    return due.map(({ _id: id, tenantId }) => ({ id, tenantId }));
  },

  async apply(ctx, _id) {
    const { now, tenantId } = ctx;
    const call = await CallModel.findOne({ _id, tenantId, ...silentAt(now) }).lean<LedCall>();
    if (!call) return false;
    const facts = await findFacts(call, call.updatedAt);
    const { call: ended } = decide(call, { kind: 'hung_up', isFailure: true }, facts);
    const after = rowAfter(call, { call: ended, commands: [] }, { key: 'silence', at: now });
    try {
      await commit(ctx, async (change) => {
        await replaceCall(call, after, change);
        publishCall(change, call, after);
        await publishUnreachable(change, call, after);
      });
      return true;
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return false;
      throw error;
    }
  },
};
