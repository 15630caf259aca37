import type { CallEvent, LegEnd } from '../../calls/call-event.ts';
import { asksForDoor } from '../../calls/call-flow.ts';
import type { ReadEvents } from '../../calls/advance-call.ts';
import type { ProcessingDependencies } from '../../processing/receipt.ts';
import type { Party } from '../../calls/led-call.ts';
import { decideDoor } from '../../calls/open-door.ts';
import { readUnitNamed } from '../../calls/read-unit-named.ts';
import { isOver, type TelephonyAFields } from './read-webhook.ts';

/** A step of a call, at which telephony-a waits for instructions. */
export type VoiceStep = { parent: string } & (
  | { kind: 'arrived'; from: string; to: string }
  | { kind: 'unit_named'; digits: string }
  | { kind: 'picked_up'; leg: number }
  | { kind: 'pressed'; leg: number; digit: string }
  | { kind: 'dial_ended'; step: number; status: LegEnd; isGone: boolean }
  | { kind: 'waited' }
);

/** The ends of legs in the words of telephony-a. A `completed` leg was picked up without a choice. */
const ends: ReadonlyMap<string, LegEnd> = new Map(
  Object.entries<LegEnd>({
    busy: 'BUSY',
    failed: 'FAILED',
    canceled: 'CANCELED',
    'no-answer': 'NO_ANSWER',
    completed: 'NO_ANSWER',
  }),
);

/** Reads the index of a leg or step from an address; null for anything else. */
const readIndex = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : null;

/** Reads the step of a resident's leg. Each leg has addresses of its own. */
function readLegStep({ CallSid, ParentCallSid, parent, leg, Digits }: TelephonyAFields): VoiceStep | null {
  const index = readIndex(leg);
  if (parent === undefined || index === null || CallSid === parent) return null;
  if (ParentCallSid !== undefined && ParentCallSid !== parent) return null;
  if (Digits === undefined) return { kind: 'picked_up', parent, leg: index };
  return { kind: 'pressed', parent, leg: index, digit: Digits };
}

/** Reads a step of a call; null without a call or a number. */
export function readVoiceStep(fields: TelephonyAFields): VoiceStep | null {
  const { CallSid: parent, DialCallStatus, Digits, From = '', To, leg, step, wait } = fields;
  if (leg !== undefined) return readLegStep(fields);
  if (parent === undefined) return null;
  if (DialCallStatus !== undefined) {
    const status = ends.get(DialCallStatus) ?? 'NO_ANSWER';
    return { kind: 'dial_ended', parent, step: readIndex(step) ?? 0, status, isGone: isOver(fields) };
  }
  if (wait !== undefined) return { kind: 'waited', parent };
  if (Digits !== undefined) return { kind: 'unit_named', parent, digits: Digits };
  return To === undefined ? null : { kind: 'arrived', parent, from: From, to: To };
}

/** Returns the party that hears the answer to a step. */
export const partyOf = (step: VoiceStep): Party => ('leg' in step ? step.leg : 'visitor');

/** Reads the status of a call: of the resident's leg in the address, or of the visitor. */
export function readVoiceStatus(fields: TelephonyAFields): { parent: string; events: CallEvent[] } | null {
  const { CallSid, CallStatus = '', leg } = fields;
  const status = ends.get(CallStatus);
  if (status === undefined || CallSid === undefined) return null;
  if (leg === undefined)
    return { parent: CallSid, events: [{ kind: 'hung_up', isFailure: CallStatus === 'failed' }] };
  const legStep = readLegStep(fields);
  if (!legStep || !('leg' in legStep)) return null;
  return { parent: legStep.parent, events: [{ kind: 'leg_ended', leg: legStep.leg, status }] };
}

const withoutDoor = (...events: CallEvent[]) => ({ events, verdict: null });

/** Prepares the reading of a step as events of its call. */
export function eventsOf(
  processing: ProcessingDependencies,
  step: Exclude<VoiceStep, { kind: 'arrived' }>,
): ReadEvents {
  return async (ctx, call) => {
    switch (step.kind) {
      case 'unit_named':
        return withoutDoor(await readUnitNamed(ctx, processing, { call, digits: step.digits }));
      case 'picked_up':
      case 'waited':
        return withoutDoor(step);
      case 'dial_ended':
        return withoutDoor(...(step.isGone ? [{ kind: 'hung_up' as const, isFailure: false }] : []), {
          kind: 'step_ended',
          step: step.step,
          status: step.status,
        });
      default: {
        const { leg, digit } = step;
        if (!asksForDoor(call, leg, digit)) return withoutDoor({ kind: 'pressed', leg, digit, door: null });
        const { answer, verdict } = await decideDoor(ctx, processing, { call, leg });
        return { events: [{ kind: 'pressed', leg, digit, door: answer }], verdict };
      }
    }
  };
}
