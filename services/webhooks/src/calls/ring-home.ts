import type { CallOutcome } from '@pas/shared/models/call';
import { endCall } from './end-call.ts';
import { placesOf, withFlow, withLegs, type Decided, type LedCall } from './led-call.ts';
import { planLegs, type Home } from './plan-legs.ts';

/** The outcome where nobody has answered: BUSY or ERROR only where it is so for everybody who was rung. */
function outcomeOfNobody({ legs }: LedCall): CallOutcome {
  const ends = new Set(legs.filter(({ status }) => status !== 'SKIPPED').map(({ status }) => status));
  if (ends.size !== 1) return 'NO_ANSWER';
  if (ends.has('FAILED')) return 'ERROR';
  return ends.has('BUSY') ? 'BUSY' : 'NO_ANSWER';
}

/** Rings the legs of a step; where there is none, nobody can answer any more. */
export function ringStep(call: LedCall, step: number, at: Date): Decided {
  const places = placesOf(call, (_leg, place) => call.flow.legs[place]?.step === step);
  if (places.length === 0) return endCall(call, at, { outcome: outcomeOfNobody(call), closing: 'nobody' });
  const rung = withLegs(call, places, { status: 'RINGING', startedAt: at });
  return { call: withFlow(rung, { phase: 'RINGING', step }), commands: [{ do: 'ring', step, legs: places }] };
}

/** Rings a unit. One without residents is no target. */
export function ringHome(call: LedCall, home: Home, at: Date): Decided {
  const { legs, dialled } = planLegs(home, call.flow, at);
  const named = withFlow({ ...call, unitId: home.unitId, legs }, { phase: 'RINGING', legs: dialled });
  if (legs.length === 0) return endCall(named, at, { outcome: 'NO_TARGET', closing: 'nobody' });
  return ringStep(named, 0, at);
}

/** How often a visitor may name a unit. */
export const maxAsked = 2;

/** Asks the visitor for the unit. */
export function askForUnit(call: LedCall): Decided {
  const times = call.flow.asked + 1;
  const words = times === 1 ? 'askUnit' : 'askUnitAgain';
  return { call: withFlow(call, { asked: times }), commands: [{ do: 'ask', words, times }] };
}
