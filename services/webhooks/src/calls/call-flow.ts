import type { CallEvent } from './call-event.ts';
import { closingOf, endAnswered, endBusy, endCall, hangUp, isWaiting, type CallFacts } from './end-call.ts';
import {
  legIndices,
  withDialled,
  withFlow,
  withLegs,
  type Command,
  type CallDecision,
  type LedCall,
  type Notice,
  type Party,
} from './led-call.ts';
import { askForUnit, maxAsked, ringHome, ringStep } from './ring-home.ts';
import { endOpenedInApp, isWaitingForDevices, waitOrEnd } from './wait-for-devices.ts';

const unchanged = (call: LedCall): CallDecision => ({ call, commands: [] });

/** Returns the digit with which a resident talks. */
export const talkDigitOf = (openDigit: string | null): string => (openDigit === '1' ? '2' : '1');

/** Whether a digit of a resident requests the door, so that a decision is needed. */
export const asksForDoor = ({ flow }: LedCall, leg: number, digit: string): boolean =>
  digit === flow.openDigit &&
  !flow.isDoorAsked &&
  !flow.legs[leg]?.isDismissed &&
  (flow.phase === 'RINGING' || (flow.phase === 'ANSWERED' && flow.answeredLeg === leg));

function nameUnit(
  asked: LedCall,
  { digits, home, isBusy }: Extract<CallEvent, { kind: 'unit_named' }>,
  at: Date,
): CallDecision {
  if (asked.flow.phase !== 'ASKING') return unchanged(asked);
  const call = { ...asked, dialled: digits === '' ? asked.dialled : digits };
  if (home && isBusy) return endBusy({ ...call, unitId: home.unitId }, at);
  if (home) return ringHome(call, home, at);
  if (call.flow.asked < maxAsked) return askForUnit(call);
  return endCall(call, at, { outcome: 'NO_TARGET', closing: 'unitUnknown' });
}

/** Plays a notice to a resident and then hangs up. */
const dismiss = (call: LedCall, leg: number, words: Notice): CallDecision => ({
  call: withDialled(call, leg, { isDismissed: true, isOffered: false }),
  commands: [{ do: 'tell', party: leg, words }, hangUp(leg)],
});

/** Returns the notice for a resident who answers too late. */
const lateWords = ({ outcome }: LedCall): Notice => (outcome === 'ABANDONED' ? 'visitorGone' : 'taken');

function pickUp(call: LedCall, leg: number): CallDecision {
  if (call.flow.phase !== 'RINGING' || call.legs[leg]?.status !== 'RINGING')
    return dismiss(call, leg, lateWords(call));
  return { call: withDialled(call, leg, { isOffered: true }), commands: [{ do: 'offer', leg }] };
}

/** Accepts the answer of a resident and stops the other phones. */
function accept(call: LedCall, leg: number, at: Date): CallDecision {
  const others = legIndices(call, ({ status }, index) => status === 'RINGING' && index !== leg);
  const waiting = legIndices(call, (each, index) => isWaiting(each) && index !== leg);
  const stopped = withLegs(call, waiting, { status: 'CANCELED', endedAt: at });
  const answered = withLegs(withDialled(stopped, leg, { isOffered: false }), [leg], {
    status: 'ANSWERED',
    answeredAt: at,
  });
  const { userId = null } = call.legs[leg] ?? {};
  return {
    call: {
      ...withFlow(answered, { phase: 'ANSWERED', answeredLeg: leg }),
      status: 'IN_PROGRESS',
      answeredBy: userId,
      answeredAt: at,
    },
    commands: others.map(hangUp),
  };
}

/** Opens the door for a resident who talks to the visitor or heard the offer. */
function openBy(call: LedCall, leg: number, facts: CallFacts): CallDecision {
  const asked = withFlow(call, { isDoorAsked: true });
  if (call.flow.isTalking) return unchanged(asked);
  const { call: answered, commands } = accept(asked, leg, facts.at);
  const dismissed = dismiss(answered, leg, 'doorOpening');
  return isOver(dismissed.call, leg)
    ? withMore(endAnswered(dismissed.call, facts), commands)
    : withMore(dismissed, commands);
}

/** Whether the end of a leg arrived before its digit. */
const isOver = ({ legs }: LedCall, leg: number): boolean => (legs[leg]?.endedAt ?? null) !== null;

const withMore = ({ call, commands }: CallDecision, more: readonly Command[]): CallDecision => ({
  call,
  commands: [...more, ...commands],
});

const refusals = { DENIED: 'doorDenied', BUSY: 'doorBusy' } as const;

function press(
  call: LedCall,
  event: Extract<CallEvent, { kind: 'pressed' }>,
  facts: CallFacts,
): CallDecision {
  const { leg, digit, door } = event;
  const { phase, answeredLeg, isTalking, openDigit } = call.flow;
  const isTheirs = phase === 'RINGING' || (phase === 'ANSWERED' && answeredLeg === leg);
  if (call.flow.legs[leg]?.isDismissed) return unchanged(call);
  if (!isTheirs) return dismiss(call, leg, lateWords(call));
  if (door === 'GRANTED') return openBy(call, leg, facts);
  if (isOver(call, leg)) return miss(call, leg);
  if (isTalking) return unchanged(call);
  if (door !== null) return dismiss(call, leg, refusals[door]);
  if (digit !== talkDigitOf(openDigit)) return { call, commands: [{ do: 'offer', leg }] };
  const { call: answered, commands } = accept(call, leg, facts.at);
  const talking = withFlow(answered, { isTalking: true });
  return { call: talking, commands: [...commands, { do: 'connect', leg }] };
}

/** Records the end of a leg. After an offer, the digit of the resident may still arrive. */
function endLeg(
  call: LedCall,
  event: Extract<CallEvent, { kind: 'leg_ended' }>,
  facts: CallFacts,
): CallDecision {
  const { leg, status } = event;
  const { phase, answeredLeg, legs } = call.flow;
  const [known, dialled] = [call.legs[leg], legs[leg]];
  if (!known || !dialled || dialled.isReported || known.status === 'SKIPPED') return unchanged(call);
  const reported = withDialled(call, leg, { isReported: true });
  const isAnswerer = answeredLeg === leg;
  const ended = withLegs(reported, [leg], {
    endedAt: known.endedAt ?? facts.at,
    ...(!isAnswerer &&
      !dialled.isOffered &&
      !(known.status === 'CANCELED' && status === 'NO_ANSWER') && { status }),
  });
  return isAnswerer && phase === 'ANSWERED' ? endAnswered(ended, facts) : unchanged(ended);
}

/** Handles a resident who heard the offer and did not choose, or has hung up. */
function miss(call: LedCall, leg: number): CallDecision {
  if (call.legs[leg]?.status !== 'RINGING') return unchanged(call);
  if (!isOver(call, leg)) return dismiss(call, leg, 'goodbye');
  return unchanged(withLegs(withDialled(call, leg, { isOffered: false }), [leg], { status: 'NO_ANSWER' }));
}

/**
 * Resumes a call when the visitor can hear again. If the call has ended meanwhile, the visitor hears the closing
 * notice.
 */
function resumeVisitor(call: LedCall, facts: CallFacts, resume: () => CallDecision): CallDecision {
  const { phase } = call.flow;
  if (phase === 'OVER') return { call, commands: closingOf(call) };
  if (phase === 'ANSWERED') return endAnswered(call, facts);
  return phase === 'RINGING' ? resume() : unchanged(call);
}

function endStep(
  call: LedCall,
  event: Extract<CallEvent, { kind: 'step_ended' }>,
  facts: CallFacts,
): CallDecision {
  const { at, openedBy } = facts;
  return resumeVisitor(call, facts, () => {
    if (event.step !== call.flow.step) return unchanged(call);
    // The status of the step is wrong for a phone that was picked up, for example by a voicemail.
    const isAsked = (index: number): boolean => call.flow.legs[index]?.isOffered === true;
    const rung = legIndices(call, ({ status }, index) => status === 'RINGING' && !isAsked(index));
    const asked = legIndices(call, ({ status }, index) => status === 'RINGING' && isAsked(index));
    const missed = withLegs(call, asked, { status: 'NO_ANSWER', endedAt: at });
    const ended = withLegs(missed, rung, { status: event.status, endedAt: at });
    return openedBy === null ? ringStep(ended, event.step + 1, at) : endOpenedInApp(ended, openedBy, at);
  });
}

const endWait = (call: LedCall, facts: CallFacts): CallDecision =>
  resumeVisitor(call, facts, () =>
    facts.openedBy === null ? waitOrEnd(call, facts.at) : endOpenedInApp(call, facts.openedBy, facts.at),
  );

function afterAnnouncement({ flow, ...call }: LedCall, party: Party): CallDecision {
  const isAtEnd = party === 'visitor' ? flow.phase === 'OVER' : flow.legs[party]?.isDismissed === true;
  return { call: { ...call, flow }, commands: isAtEnd ? [hangUp(party)] : [] };
}

function endByVisitor(call: LedCall, isFailure: boolean, facts: CallFacts): CallDecision {
  const { phase } = call.flow;
  if (phase === 'OVER') return unchanged(call);
  const { at, openedBy } = facts;
  const outcome = isFailure ? ('ERROR' as const) : ('ABANDONED' as const);
  const unanswered = (): CallDecision =>
    openedBy === null ? endCall(call, at, { outcome, closing: null }) : endOpenedInApp(call, openedBy, at);
  const ended = phase === 'ANSWERED' ? endAnswered(call, facts) : unanswered();
  return {
    ...ended,
    commands: ended.commands.filter((each) => !('party' in each && each.party === 'visitor')),
  };
}

/** Executes the first decision when the visitor's phone is connected. */
function connect(call: LedCall): CallDecision {
  const isGone = call.flow.phase === 'OVER' && call.flow.closing === null;
  return { call, commands: isGone ? [] : ((call.flow.steps[0]?.commands ?? []) as Command[]) };
}

/** Records the provider's id of a leg. A cancelled leg can only be hung up now. */
function knowLeg(call: LedCall, leg: number, providerLegId: string): CallDecision {
  if (call.flow.legs[leg]?.providerLegId === providerLegId) return unchanged(call);
  const known = withDialled(call, leg, { providerLegId });
  return { call: known, commands: call.legs[leg]?.status === 'CANCELED' ? [hangUp(leg)] : [] };
}

/** Whether all phones of the step have stopped ringing. */
export const isStepOver = (call: LedCall): boolean =>
  call.flow.phase === 'RINGING' &&
  !isWaitingForDevices(call) &&
  legIndices(call, ({ status }) => status === 'RINGING').length === 0;

/**
 * Decides the changes of a call and the commands for its provider after an event. It is a pure function. A late or
 * repeated event never moves a call backwards; its commands fit the current state.
 */
export function decide(call: LedCall, event: CallEvent, facts: CallFacts): CallDecision {
  switch (event.kind) {
    case 'connected':
      return connect(call);
    case 'leg_known':
      return knowLeg(call, event.leg, event.providerLegId);
    case 'unit_named':
      return nameUnit(call, event, facts.at);
    case 'picked_up':
      return pickUp(call, event.leg);
    case 'pressed':
      return press(call, event, facts);
    case 'not_chosen':
      return miss(call, event.leg);
    case 'leg_ended':
      return endLeg(call, event, facts);
    case 'step_ended':
      return endStep(call, event, facts);
    case 'waited':
      return endWait(call, facts);
    case 'told':
      return afterAnnouncement(call, event.party);
    default:
      return endByVisitor(call, event.isFailure, facts);
  }
}
