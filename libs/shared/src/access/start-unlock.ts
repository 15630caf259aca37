import type { AuditEntry } from '../audit/prepare-record.ts';
import { commit, type Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { AccessPointRow } from '../models/access-point.ts';
import { newRow } from '../models/new-row.ts';
import { UnlockAttemptModel, type UnlockAttemptRow } from '../models/unlock-attempt.ts';
import type { Decision } from './decide.ts';
import type { DoorCommands } from './door-commands.ts';
import { recordDecision, type UnlockRequest } from './record-decision.ts';

/** Time limit of a controller's answer, in milliseconds. */
const unlockTimeoutMs = 10_000;

/** A granted request to open a door. */
export interface GrantedUnlock extends UnlockRequest {
  door: AccessPointRow;
  /** Its `isGranted` is true. */
  decision: Decision;
  /** The audit record of operations that have one beside the access event. */
  record?: (attemptId: string) => AuditEntry;
  /** Names the cause, such as `call:call_…`: a second start with the same key gets the first attempt. */
  key?: string;
}

function newAttempt(ctx: OperationContext, unlock: GrantedUnlock): UnlockAttemptRow {
  const { door, subject, passId = null, key = null } = unlock;
  return {
    ...newRow(ctx, 'unlockAttempt'),
    accessPointId: door._id,
    propertyId: door.propertyId,
    controller: { adapter: door.controller.adapter, ref: door.controller.ref },
    openSeconds: door.openSeconds,
    subject,
    passId,
    key,
    status: 'PENDING',
    confirmed: false,
    error: null,
    // Counted from now, because the request may have waited.
    expiresAt: new Date(Date.now() + unlockTimeoutMs),
    endedAt: null,
  };
}

/**
 * Adds an attempt to open a door to a change: the attempt, the access event, and the command. This process alone
 * sends the command, after the commit.
 *
 * @throws unavailable, rate_limited when too many commands wait; nothing is written then
 */
export async function addUnlock(
  ctx: OperationContext,
  change: Change,
  { doors, unlock }: { doors: DoorCommands; unlock: GrantedUnlock },
): Promise<UnlockAttemptRow> {
  const attempt = newAttempt(ctx, unlock);
  // Takes the place first, so that a refusal costs no statement.
  doors.sendAfterCommit(change.transaction, attempt);
  await insertRows(UnlockAttemptModel, [attempt], change.session);
  const { decision } = unlock;
  await recordDecision(ctx, change, { asked: unlock, decision, attemptId: attempt._id });
  if (unlock.record) change.record(unlock.record(attempt._id));
  return attempt;
}

/** An attempt, and whether this call has started it. */
export interface StartedUnlock {
  attempt: UnlockAttemptRow;
  /** False if an attempt with the same `key` existed. */
  isNew: boolean;
}

/**
 * Starts to open a door for an authorised subject. The attempt is PENDING; `DoorCommands` ends it.
 *
 * @returns the attempt, or with a `key` the one that was started for it before
 * @throws unavailable when the store is unavailable or too many commands wait for the door
 * @throws rate_limited when too many commands of the caller or tenant wait. No command is sent then.
 */
export async function startUnlock(
  ctx: OperationContext,
  doors: DoorCommands,
  unlock: GrantedUnlock,
): Promise<StartedUnlock> {
  const { key, door, subject } = unlock;
  const { tenantId } = ctx;
  // A refusal needs no transaction. Concurrent requests are counted again in theirs.
  doors.requireRoom({ tenantId, accessPointId: door._id, subject });
  try {
    const attempt = await commit(ctx, (change) => addUnlock(ctx, change, { doors, unlock }));
    return { attempt, isNew: true };
  } catch (error) {
    if (key === undefined || !isDuplicateIn(error, ['key'])) throw error;
    const started = await UnlockAttemptModel.findOne({ tenantId, key }).lean<UnlockAttemptRow>();
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
