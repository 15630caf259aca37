import { Fault } from '@pas/platform/errors/fault';
import type { Decision } from '@pas/shared/access/decide';
import { mayOpen } from '@pas/shared/access/may-open';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { recordDecision, type UnlockRequest } from '@pas/shared/access/record-decision';
import { addUnlock } from '@pas/shared/access/start-unlock';
import type { AuditEntry } from '@pas/shared/audit/prepare-record';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { isCurrent, UserModel, type UserRow } from '@pas/shared/models/user';
import type { ProcessingDependencies } from '../processing/receipt.ts';
import type { DoorAnswer } from './call-event.ts';
import type { LedCall } from './led-call.ts';

/** A decision about a door. It is stored in the transaction of the call, so that it is recorded once. */
export interface DoorVerdict extends UnlockRequest {
  door: AccessPointRow;
  decision: Decision;
  key: string;
}

/** The result of a resident's request for a door. */
interface DoorRequestResult {
  answer: DoorAnswer;
  /** Null without a decision: there is no door, or too many commands wait for it. */
  verdict: DoorVerdict | null;
}

const noDoor: DoorRequestResult = { answer: 'DENIED', verdict: null };

/** Returns the key of the single attempt of a call. Repeated digits, also of several residents, share it. */
export const attemptKeyOf = ({ _id }: Pick<LedCall, '_id'>): string => `call:${_id}`;

/** Adds the rule of calls: only residents of the called unit may open for its visitor. */
function decideFor(
  { tenantId, unitId }: LedCall,
  { door, person, now }: { door: AccessPointRow; person: UserRow; now: Date },
) {
  const decision = mayOpen(door, person, now);
  if (!decision.isGranted) return decision;
  const passed = person.residences.some(
    (home) => home.unitId === unitId && isCurrent(home, { tenantId, now }),
  );
  const message = passed
    ? 'The person lives in the unit that was called.'
    : 'The person does not live in the unit that was called.';
  const rules = [...decision.rules, { name: 'called_unit', passed, message }];
  return { isGranted: passed, reason: passed ? 'called_unit' : 'not_called_unit', rules };
}

/** Whether too many commands wait for a door. */
function isBusy({ doors }: ProcessingDependencies, { door }: DoorVerdict): boolean {
  try {
    doors.requirePlace({ tenantId: door.tenantId, accessPointId: door._id });
    return false;
  } catch (error) {
    if (error instanceof Fault) return true;
    throw error;
  }
}

/**
 * Decides whether the resident of a leg may open the door for the visitor, by the current rights. It stores nothing;
 * `storeVerdict` stores the decision in the transaction of the call.
 */
export async function decideDoor(
  { tenantId, now }: OperationContext,
  processing: ProcessingDependencies,
  { call, leg }: { call: LedCall; leg: number },
): Promise<DoorRequestResult> {
  const { accessPointId } = call.flow;
  const userId = call.legs[leg]?.userId ?? null;
  if (accessPointId === null || userId === null) return noDoor;
  const [door, person] = await Promise.all([
    AccessPointModel.findOne({ _id: accessPointId, tenantId }).lean<AccessPointRow>(),
    UserModel.findOne({ _id: userId, tenantId }).lean<UserRow>(),
  ]);
  if (!door || !person) return noDoor;
  const verdict = {
    door,
    decision: decideFor(call, { door, person, now }),
    method: 'DTMF' as const,
    subject: { type: 'RESIDENT' as const, id: userId },
    unitId: call.unitId,
    callId: call._id,
    key: attemptKeyOf(call),
  };
  if (!verdict.decision.isGranted) return { answer: 'DENIED', verdict };
  return isBusy(processing, verdict) ? { answer: 'BUSY', verdict: null } : { answer: 'GRANTED', verdict };
}

/** Makes the audit record of a door that a resident opened by a digit. The actor is the resident, not the provider. */
const recordOf = ({ door, subject, unitId, callId }: DoorVerdict, attemptId: string): AuditEntry => ({
  action: 'access_point.unlocked',
  targets: [
    { type: 'access_point', id: door._id },
    { type: 'call', id: callId ?? null },
    { type: 'unit', id: unitId ?? null },
    { type: 'unlock_attempt', id: attemptId },
  ],
  changes: [{ path: 'method', before: null, after: 'DTMF', isPersonal: false }],
  propertyIds: [door.propertyId],
  actor: { type: 'RESIDENT', id: subject.id, name: null },
});

/**
 * Stores a decision in the transaction of the call: the access event and, if granted, the attempt with its record.
 *
 * @throws unavailable, rate_limited if too many commands wait by now; nothing is changed
 */
export async function storeVerdict(
  ctx: OperationContext,
  change: Change,
  { doors, verdict }: { doors: DoorCommands; verdict: DoorVerdict },
): Promise<void> {
  const { decision } = verdict;
  if (!decision.isGranted)
    return void (await recordDecision(ctx, change, { asked: verdict, decision, attemptId: null }));
  const record = (attemptId: string): AuditEntry => recordOf(verdict, attemptId);
  await addUnlock(ctx, change, { doors, unlock: { ...verdict, record } });
}
