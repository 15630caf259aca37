import type { AuditEntry } from '../audit/prepare-record.ts';
import { commit, type Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { createLines } from '@pas/platform/concurrency/lines';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { unavailable } from '../errors/raise.ts';
import type { AccessPointRow } from '../models/access-point.ts';
import { newRow } from '../models/new-row.ts';
import { UnlockAttemptModel, type UnlockAttemptRow } from '../models/unlock-attempt.ts';
import type { Decision } from './decide.ts';
import type { DoorCommands } from './door-commands.ts';
import { findLatestAttempt, isUnderWay } from './latest-attempt.ts';
import { recordDecision, type UnlockRequest } from './record-decision.ts';

/** Time limit of a controller's answer, in milliseconds. */
const unlockTimeoutMs = 10_000;

/** A granted request to open a door. */
export interface GrantedUnlock extends UnlockRequest {
  door: AccessPointRow;
  /** Its `isGranted` is true. */
  decision: Decision;
  /** The audit record of operations that have one in addition to the access event. */
  record?: (attemptId: string) => AuditEntry;
  /** Names the cause, such as `call:call_…`: a second start with the same key gets the first attempt. */
  key?: string;
  /** The person or key lineage whose repeated requests share an attempt. Default: the id of the subject. */
  holder?: string;
  /** Adds further work to the change of a new attempt. An error rolls the attempt back. */
  addToChange?: (change: Change) => Promise<void>;
}

/** Returns the person or key lineage of a request. */
const holderOf = ({ holder, subject }: Pick<GrantedUnlock, 'holder' | 'subject'>): string =>
  holder ?? subject.id ?? '';

function newAttempt(ctx: OperationContext, unlock: GrantedUnlock, turn: number): UnlockAttemptRow {
  const { door, subject, passId = null, key } = unlock;
  return {
    ...newRow(ctx, 'unlockAttempt'),
    accessPointId: door._id,
    propertyId: door.propertyId,
    controller: { adapter: door.controller.adapter, ref: door.controller.ref },
    openSeconds: door.openSeconds,
    subject,
    passId,
    keys: key === undefined ? [] : [key],
    holder: holderOf(unlock),
    turn,
    status: 'PENDING',
    confirmed: false,
    error: null,
    // Counted from now, because the request may have waited.
    expiresAt: new Date(Date.now() + unlockTimeoutMs),
    endedAt: null,
  };
}

/** An attempt, and whether this call has started it. */
export interface StartedUnlock {
  attempt: UnlockAttemptRow;
  /** False if an earlier attempt answers the request. */
  isNew: boolean;
}

/** Stores a further key of an attempt, so that a repeat of its request gets the same attempt. */
async function addKey(
  attempt: UnlockAttemptRow,
  key: string | undefined,
  { session }: Change,
): Promise<void> {
  if (key === undefined || attempt.keys.includes(key)) return;
  const { _id, tenantId } = attempt;
  await UnlockAttemptModel.updateOne({ _id, tenantId }, { $addToSet: { keys: key } }, { session });
}

async function insertAttempt(attempt: UnlockAttemptRow, { session }: Change): Promise<void> {
  try {
    await insertRows(UnlockAttemptModel, [attempt], session);
  } catch (error) {
    // A concurrent request of the same holder has started an attempt, which answers this one too.
    throw isDuplicateIn(error, ['turn']) ? new RunAgain('The door is being opened.', 0) : error;
  }
}

/**
 * Adds an attempt to open a door to a change: the attempt, the access event, and the command. This process alone
 * sends the command, after the commit. An attempt of the same person or key lineage that is under way at the door is
 * the result instead. Then nothing is recorded, and no command is sent.
 *
 * @throws unavailable, rate_limited when too many commands wait; nothing is written then
 */
export async function addUnlock(
  ctx: OperationContext,
  change: Change,
  { doors, unlock }: { doors: DoorCommands; unlock: GrantedUnlock },
): Promise<StartedUnlock> {
  const { door } = unlock;
  const latest = await findLatestAttempt(ctx, { door, holder: holderOf(unlock) });
  if (latest && isUnderWay(latest, new Date())) {
    await addKey(latest, unlock.key, change);
    return { attempt: latest, isNew: false };
  }
  const attempt = newAttempt(ctx, unlock, (latest?.turn ?? 0) + 1);
  // Takes the place first, so that a refusal writes nothing.
  doors.sendAfterCommit(change.transaction, attempt, door);
  await insertAttempt(attempt, change);
  await unlock.addToChange?.(change);
  const { decision } = unlock;
  await recordDecision(ctx, change, { asked: unlock, decision, attemptId: attempt._id });
  if (unlock.record) change.record(unlock.record(attempt._id));
  return { attempt, isNew: true };
}

/** Serializes the requests of one holder at one door in this process. Concurrent ones would conflict in the store. */
const taps = createLines({
  maxWaitMs: 10_000,
  refusal: () => unavailable('The door is being opened. Try again.', 'overloaded', 1),
});

/**
 * Starts to open a door for an authorized subject. The attempt is PENDING; `DoorCommands` ends it.
 *
 * @returns the attempt, or the one that is under way for the same person or key lineage at the door. A `key` that has
 *   started an attempt before gets that attempt.
 * @throws unavailable when the store is unavailable or too many commands wait for the door
 * @throws rate_limited when too many commands of the tenant wait. No command is sent then.
 */
export async function startUnlock(
  ctx: OperationContext,
  doors: DoorCommands,
  unlock: GrantedUnlock,
): Promise<StartedUnlock> {
  const { key, door } = unlock;
  const { tenantId } = ctx;
  const start = () => commit(ctx, (change) => addUnlock(ctx, change, { doors, unlock }));
  try {
    return await (ctx.within ? start() : taps.inTurn(`${door._id}|${holderOf(unlock)}`, start));
  } catch (error) {
    if (key === undefined || !isDuplicateIn(error, ['keys'])) throw error;
    const started = await UnlockAttemptModel.findOne({ tenantId, keys: key }).lean<UnlockAttemptRow>();
    if (!started) throw error;
    return { attempt: started, isNew: false };
  }
}

/** Records a denied request. The record is committed even if the request rolls back. */
export async function recordRefusal(
  ctx: OperationContext,
  asked: UnlockRequest,
  decision: Decision,
): Promise<void> {
  const { within: _rolledBack, ...own } = ctx;
  await commit(own, (change) => recordDecision(own, change, { asked, decision, attemptId: null }));
}
