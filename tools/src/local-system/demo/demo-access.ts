import type { OperationContext } from '@pas/shared/context/operation-context';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { CallRow } from '@pas/shared/models/call';
import type { UserRow } from '@pas/shared/models/user';
import { newRow } from '@pas/shared/models/new-row';
import type { Dice } from './dice.ts';

type Facts = Pick<AccessEventRow, 'decision' | 'reason' | 'method' | 'subject'> & Partial<AccessEventRow>;

function newEvent(ctx: OperationContext, at: { door: AccessPointRow; occurredAt: Date }, facts: Facts) {
  const { door, occurredAt } = at;
  const recordedAt = new Date(occurredAt.getTime() + 40);
  const event: AccessEventRow = {
    ...newRow({ ...ctx, now: recordedAt }, 'accessEvent'),
    accessPointId: door._id,
    propertyId: door.propertyId,
    unitId: door.unitId,
    passId: null,
    callId: null,
    attemptId: null,
    confirmed: facts.decision === 'GRANTED' ? true : null,
    sourceKey: null,
    occurredAt,
    rules: [],
    ...facts,
  };
  return event;
}

/** Builds the access event of a door that a resident opened for a caller. */
export function openedByCall(ctx: OperationContext, call: CallRow, door: AccessPointRow): AccessEventRow {
  const occurredAt = new Date((call.endedAt ?? call.startedAt).getTime() - 2000);
  return newEvent(
    ctx,
    { door, occurredAt },
    {
      decision: 'GRANTED',
      reason: 'opened_by_resident',
      method: 'DTMF',
      subject: { type: 'RESIDENT', id: call.answeredBy },
      unitId: call.unitId,
      callId: call._id,
    },
  );
}

/** Draws a guest at the keypad of a door; one in five types a wrong PIN. */
function guestAt(dice: Dice): Facts {
  const subject = { type: 'VISITOR', id: null } as const;
  return dice.chance(0.2)
    ? { decision: 'DENIED', reason: 'pin_wrong', method: 'PIN', subject }
    : { decision: 'GRANTED', reason: 'pass_valid', method: 'PIN', subject };
}

function residentAt(resident: UserRow, dice: Dice): Facts {
  const subject = { type: 'RESIDENT', id: resident._id } as const;
  const unitId = resident.residences[0]?.unitId ?? null;
  return dice.chance(0.02)
    ? { decision: 'DENIED', reason: 'not_a_resident_here', method: 'APP', subject, unitId }
    : { decision: 'GRANTED', reason: 'current_residence', method: 'APP', subject, unitId };
}

/** Draws a person at a shared door: mostly a resident, sometimes a guest or staff. */
export function demoPassage(
  ctx: OperationContext,
  at: { door: AccessPointRow; occurredAt: Date; resident: UserRow },
  dice: Dice,
): AccessEventRow {
  const draw = dice.between(1, 100);
  if (draw <= 7) return newEvent(ctx, at, guestAt(dice));
  if (draw > 10) return newEvent(ctx, at, residentAt(at.resident, dice));
  const subject = { type: 'STAFF', id: ctx.principal.id } as const;
  return newEvent(ctx, at, { decision: 'GRANTED', reason: 'staff', method: 'STAFF', subject });
}
