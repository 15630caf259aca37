import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ReadEvents, EventReading } from '../../calls/advance-call.ts';
import type { CallEvent, LegEnd } from '../../calls/call-event.ts';
import { asksForDoor } from '../../calls/call-flow.ts';
import type { LedCall } from '../../calls/led-call.ts';
import { decideDoor } from '../../calls/open-door.ts';
import { isWaitingForDevices } from '../../calls/wait-for-devices.ts';
import { readUnitNamed } from '../../calls/read-unit-named.ts';
import type { ProcessingDependencies } from '../../processing/receipt.ts';
import type { PayloadOfB } from './call-event.schema.ts';

/** The ends of legs in the words of telephony-b. Any other end counts as no answer. */
const ends: ReadonlyMap<string, LegEnd> = new Map(
  Object.entries<LegEnd>({
    user_busy: 'BUSY',
    call_rejected: 'BUSY',
    originator_cancel: 'CANCELED',
    unallocated_number: 'FAILED',
  }),
);

/** Finds the leg of an event by its id, or by the number while the id is unknown. */
function legOf({ legs, flow }: LedCall, { call_control_id: id, to }: PayloadOfB): number | null {
  const known = flow.legs.findIndex(({ providerLegId }) => providerLegId === id);
  const index = known === -1 ? legs.findIndex(({ toNumber }) => toNumber !== null && toNumber === to) : known;
  return index === -1 ? null : index;
}

const withoutDoor = (...events: CallEvent[]): EventReading => ({ events, verdict: null, endsSteps: true });

/** Reads the end of a prompt at the visitor's phone: the unit is named, or a wait has ended. */
async function readPrompt(
  ctx: OperationContext,
  processing: ProcessingDependencies,
  { call, payload: { digits, status } }: { call: LedCall; payload: PayloadOfB },
): Promise<EventReading> {
  // A separate event reports the hang-up.
  if (status === 'call_hangup') return withoutDoor();
  if (call.flow.phase === 'ASKING')
    return withoutDoor(await readUnitNamed(ctx, processing, { call, digits: digits ?? '' }));
  const isWaiting = call.flow.phase === 'RINGING' && isWaitingForDevices(call);
  return withoutDoor(...(isWaiting ? [{ kind: 'waited' as const }] : []));
}

/** Prepares the reading of an event at the visitor's phone. */
function visitorReader(
  processing: ProcessingDependencies,
  { type, payload }: { type: string; payload: PayloadOfB },
): ReadEvents {
  return async (ctx, call) => {
    switch (type) {
      case 'call.answered':
        return withoutDoor({ kind: 'connected' });
      case 'call.gather.ended':
        return readPrompt(ctx, processing, { call, payload });
      case 'call.speak.ended':
        return withoutDoor({ kind: 'told', party: 'visitor' });
      case 'call.hangup':
        return withoutDoor({ kind: 'hung_up', isFailure: false });
      default:
        return withoutDoor();
    }
  };
}

/** Returns the relevant digit of an event: the entry after an offer, or any key while the resident talks. */
function digitOf(
  call: LedCall,
  leg: number,
  { type, payload }: { type: string; payload: PayloadOfB },
): string {
  const isTalking = call.flow.isTalking && call.flow.answeredLeg === leg;
  if (type === 'call.dtmf.received') return isTalking ? (payload.digit ?? '') : '';
  return isTalking ? '' : (payload.digits ?? '').slice(0, 1);
}

/** Prepares the reading of an event at a resident's phone. */
function legReader(
  processing: ProcessingDependencies,
  event: { type: string; payload: PayloadOfB },
): ReadEvents {
  const { type, payload } = event;
  return async (ctx, call) => {
    const leg = legOf(call, payload);
    if (leg === null) return withoutDoor();
    const known: CallEvent = { kind: 'leg_known', leg, providerLegId: payload.call_control_id };
    switch (type) {
      case 'call.answered':
        return withoutDoor(known, { kind: 'picked_up', leg });
      case 'call.speak.ended':
        return withoutDoor(known, { kind: 'told', party: leg });
      case 'call.hangup':
        return withoutDoor(known, {
          kind: 'leg_ended',
          leg,
          status: ends.get(payload.hangup_cause ?? '') ?? 'NO_ANSWER',
        });
      case 'call.gather.ended':
      case 'call.dtmf.received': {
        const digit = digitOf(call, leg, event);
        if (digit === '')
          return withoutDoor(
            known,
            ...(type === 'call.gather.ended' ? [{ kind: 'not_chosen' as const, leg }] : []),
          );
        if (!asksForDoor(call, leg, digit))
          return withoutDoor(known, { kind: 'pressed', leg, digit, door: null });
        const { answer, verdict } = await decideDoor(ctx, processing, { call, leg });
        return { ...withoutDoor(known, { kind: 'pressed', leg, digit, door: answer }), verdict };
      }
      default:
        return withoutDoor(known);
    }
  };
}

/** Prepares the reading of an event of telephony-b about a call of this service. */
export function eventsOfB(
  processing: ProcessingDependencies,
  event: { type: string; payload: PayloadOfB },
): ReadEvents {
  const [ofVisitor, ofLeg] = [visitorReader(processing, event), legReader(processing, event)];
  return (ctx, call) => {
    const isVisitor = event.payload.call_control_id === call.providerCallId;
    return (isVisitor ? ofVisitor : ofLeg)(ctx, call);
  };
}
