import { Fault } from '@pas/platform/errors/fault';
import type { Decision } from '@pas/shared/access/decide';
import { mayOpen } from '@pas/shared/access/may-open';
import type { Asked } from '@pas/shared/access/record-decision';
import { recordRefusal } from '@pas/shared/access/start-unlock';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { isCurrent, UserModel, type UserRow } from '@pas/shared/models/user';
import type { Processing } from '../processing/receipt.ts';
import type { DoorAnswer } from './call-flow.ts';
import type { LedCall } from './led-call.ts';

/** A door that a resident may open for the visitor. */
export interface DoorToOpen extends Asked {
  door: AccessPointRow;
  decision: Decision;
  key: string;
}

/** What was decided about a door. */
interface Judged {
  answer: DoorAnswer;
  /** Null where it stays closed. */
  toOpen: DoorToOpen | null;
}

const refused: Judged = { answer: 'DENIED', toOpen: null };

/** The key of the one attempt that a call has: repeats of a digit, of one or several residents, meet it. */
export const attemptKeyOf = ({ _id }: Pick<LedCall, '_id'>): string => `call:${_id}`;

/** Adds the rule of calls: only who lives in the unit that was called may open for its visitor. */
function decideFor(
  { unitId }: LedCall,
  { door, person, now }: { door: AccessPointRow; person: UserRow; now: Date },
) {
  const decision = mayOpen(door, person, now);
  if (!decision.isGranted) return decision;
  const passed = person.residences.some((home) => home.unitId === unitId && isCurrent(home, now));
  const message = passed
    ? 'The person lives in the unit that was called.'
    : 'The person does not live in the unit that was called.';
  const rules = [...decision.rules, { name: 'called_unit', passed, message }];
  return { isGranted: passed, reason: passed ? 'called_unit' : 'not_called_unit', rules };
}

/** Whether too many commands wait for a door. */
function isBusy({ doors }: Processing, { door, subject }: Pick<DoorToOpen, 'door' | 'subject'>): boolean {
  try {
    doors.requireRoom(door._id, subject);
    return false;
  } catch (error) {
    if (error instanceof Fault) return true;
    throw error;
  }
}

/**
 * Decides whether the resident of a leg may open the door for the visitor, by what holds now and not when the call came.
 * A refusal is recorded here; what is granted is recorded when the call takes it.
 */
export async function judgeDoor(
  ctx: OperationContext,
  processing: Processing,
  { call, leg }: { call: LedCall; leg: number },
): Promise<Judged> {
  const { tenantId, now } = ctx;
  const { accessPointId } = call.flow;
  const userId = call.legs[leg]?.userId ?? null;
  if (accessPointId === null || userId === null) return refused;
  const [door, person] = await Promise.all([
    AccessPointModel.findOne({ _id: accessPointId, tenantId }).lean<AccessPointRow>(),
    UserModel.findOne({ _id: userId, tenantId }).lean<UserRow>(),
  ]);
  if (!door || !person) return refused;
  const decision = decideFor(call, { door, person, now });
  const subject = { type: 'RESIDENT' as const, id: userId };
  const asked = { door, method: 'DTMF' as const, subject, unitId: call.unitId, callId: call._id };
  if (!decision.isGranted) {
    await recordRefusal(ctx, asked, decision);
    return refused;
  }
  if (isBusy(processing, asked)) return { answer: 'BUSY', toOpen: null };
  return { answer: 'GRANTED', toOpen: { ...asked, decision, key: attemptKeyOf(call) } };
}
