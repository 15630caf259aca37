import { endCall } from './end-call.ts';
import { legIndices, withFlow, withLegs, type CallDecision, type LedCall } from './led-call.ts';
import { planLegs, type Home } from './plan-legs.ts';
import { waitOrEnd } from './wait-for-devices.ts';

/** Rings the legs of a step. Without legs the visitor waits for the app, or the call ends. */
export function ringStep(call: LedCall, step: number, at: Date): CallDecision {
  const indices = legIndices(call, (_leg, index) => call.flow.legs[index]?.step === step);
  if (indices.length === 0) return waitOrEnd(call, at);
  const rung = withLegs(call, indices, { status: 'RINGING', startedAt: at });
  return {
    call: withFlow(rung, { phase: 'RINGING', step }),
    commands: [{ do: 'ring', step, legs: indices }],
  };
}

/** Rings a unit. A call to a unit without residents ends with `NO_TARGET`. */
export function ringHome(call: LedCall, home: Home, at: Date): CallDecision {
  const { legs, dialled } = planLegs(home, call.flow, { tenantId: call.tenantId, now: at });
  const until = new Date(at.getTime() + call.flow.ringSeconds * 1000);
  const devicesUntil = legs.some(({ pushed }) => pushed) ? until : null;
  const earlierAttempts = [...home.attempts];
  const flow = { phase: 'RINGING' as const, legs: dialled, devicesUntil, earlierAttempts };
  const named = withFlow({ ...call, unitId: home.unitId, legs }, flow);
  if (legs.length === 0) return endCall(named, at, { outcome: 'NO_TARGET', closing: 'nobody' });
  return ringStep(named, 0, at);
}

/** The attempts of a visitor to name a unit. */
export const maxAsked = 2;

/** Asks the visitor for the unit. */
export function askForUnit(call: LedCall): CallDecision {
  const times = call.flow.asked + 1;
  const words = times === 1 ? 'askUnit' : 'askUnitAgain';
  return { call: withFlow(call, { asked: times }), commands: [{ do: 'ask', words, times }] };
}
