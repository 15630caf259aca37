import type { CallOutcome } from '@pas/shared/models/call';
import { endCall } from './end-call.ts';
import { placesOf, withFlow, withLegs, type Decided, type LedCall } from './led-call.ts';

/** After this time a visitor who waits is told again, and hears when the door has opened; in seconds. */
const waitSeconds = 5;

/** Whether no phone rings, and the visitor waits for somebody to open in the app. */
export const isWaitingForDevices = ({ flow }: LedCall): boolean => (flow.waits ?? 0) > 0;

/** How the call ended for those who were rung: a device that was told and has not opened counts as not answered. */
const endsOf = ({ legs }: LedCall): Set<string> =>
  new Set(
    legs.flatMap(({ status, pushed }) => {
      if (status !== 'SKIPPED') return [status];
      return pushed === true ? ['NO_ANSWER'] : [];
    }),
  );

/** The outcome where nobody has answered: BUSY or ERROR only where it is so for everybody who was rung. */
function outcomeOfNobody(call: LedCall): CallOutcome {
  const ends = endsOf(call);
  if (ends.size !== 1) return 'NO_ANSWER';
  if (ends.has('FAILED')) return 'ERROR';
  return ends.has('BUSY') ? 'BUSY' : 'NO_ANSWER';
}

/**
 * Whether somebody may still come to the app. Devices have as long as a phone rings. The number of waits is limited too,
 * because the seconds of a call are the provider's and not those of this clock.
 */
function mayWait({ flow }: LedCall, at: Date): boolean {
  const { devicesUntil, waits, ringSeconds } = flow;
  return devicesUntil != null && at < devicesUntil && (waits ?? 0) < Math.ceil(ringSeconds / waitSeconds);
}

/** Goes on where no phone rings any more: the visitor waits for the app, or nobody can answer. */
export function waitOrEnd(call: LedCall, at: Date): Decided {
  if (!mayWait(call, at)) return endCall(call, at, { outcome: outcomeOfNobody(call), closing: 'nobody' });
  const times = (call.flow.waits ?? 0) + 1;
  return {
    call: withFlow(call, { phase: 'RINGING', waits: times }),
    commands: [{ do: 'wait', words: 'calling', seconds: waitSeconds, times }],
  };
}

/** Ends a call for which a resident has opened the door in the app. */
export function endOpenedInApp(call: LedCall, userId: string, at: Date): Decided {
  const answered = { ...call, answeredBy: userId, answeredAt: at };
  const ended = endCall(answered, at, { outcome: 'DOOR_OPENED', closing: 'doorOpen' });
  const places = placesOf(call, (leg) => leg.userId === userId);
  const fields = { status: 'ANSWERED', reason: null, answeredAt: at, endedAt: at } as const;
  return { ...ended, call: withLegs(ended.call, places, fields) };
}
