import type { CallOutcome } from '@pas/shared/models/call';
import { endCall } from './end-call.ts';
import { legIndices, withFlow, withLegs, type CallDecision, type LedCall } from './led-call.ts';

/** The interval at which a waiting visitor hears a notice, or that the door has opened, in seconds. */
const waitSeconds = 5;

/** Whether no phone rings and the visitor waits for the app. */
export const isWaitingForDevices = ({ flow }: LedCall): boolean => flow.waits > 0;

/** Collects the ends of all legs. A rung device that did not open counts as not answered. */
const endsOf = ({ legs }: LedCall): Set<string> =>
  new Set(
    legs.flatMap(({ status, pushed }) => {
      if (status !== 'SKIPPED') return [status];
      return pushed ? ['NO_ANSWER'] : [];
    }),
  );

/** Returns the outcome of an unanswered call: BUSY or ERROR only if all legs ended in that way. */
function outcomeOfNobody(call: LedCall): CallOutcome {
  const ends = endsOf(call);
  if (ends.size !== 1) return 'NO_ANSWER';
  if (ends.has('FAILED')) return 'ERROR';
  return ends.has('BUSY') ? 'BUSY' : 'NO_ANSWER';
}

/**
 * Whether the visitor may wait for the app. Devices have the ringing time of a phone. The number of waits is limited
 * too, because the provider's clock may differ from ours.
 */
function mayWait({ flow }: LedCall, at: Date): boolean {
  const { devicesUntil, waits, ringSeconds } = flow;
  return devicesUntil !== null && at < devicesUntil && waits < Math.ceil(ringSeconds / waitSeconds);
}

/** Continues after all phones have stopped ringing: the visitor waits for the app, or the call ends. */
export function waitOrEnd(call: LedCall, at: Date): CallDecision {
  if (!mayWait(call, at)) return endCall(call, at, { outcome: outcomeOfNobody(call), closing: 'nobody' });
  const times = call.flow.waits + 1;
  return {
    call: withFlow(call, { phase: 'RINGING', waits: times }),
    commands: [{ do: 'wait', words: 'calling', seconds: waitSeconds, times }],
  };
}

/** Ends a call after a resident opened the door in the app. */
export function endOpenedInApp(call: LedCall, userId: string, at: Date): CallDecision {
  const answered = { ...call, answeredBy: userId, answeredAt: at };
  const ended = endCall(answered, at, { outcome: 'DOOR_OPENED', closing: 'doorOpen' });
  const indices = legIndices(call, (leg) => leg.userId === userId);
  const fields = { status: 'ANSWERED', reason: null, answeredAt: at, endedAt: at } as const;
  return { ...ended, call: withLegs(ended.call, indices, fields) };
}
