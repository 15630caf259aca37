import { fieldChanges } from '../audit/field-changes.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { createLines } from '@pas/platform/concurrency/lines';
import { commit, type Change } from '../change/commit.ts';
import { unavailable } from '../errors/raise.ts';
import { fenceParent } from '../fences/fence-parent.ts';
import { supersedeInvites } from '../invites/end-invites.ts';
import type { InviteRow } from '../models/invite.ts';
import { awaitsSignUp, UserModel, type UserRow } from '../models/user.ts';
import { isHeld } from '../residences/held-residence.ts';
import { startSession, type SessionOwner, type StartedSession } from '../sessions/start-session.ts';
import { holdAccount } from './hold-account.ts';
import type { KnownPlace } from './load-places.ts';
import type { SavedAccount } from './open-by-password.ts';
import { residentActor } from './resident-actor.ts';
import { requireAdmitted, residentDisabled, residentNotFound } from './load-resident.ts';
import { auditedResident } from './resident.schema.ts';

/** A signed-in user and the session. */
export interface SignInResult extends StartedSession {
  user: UserRow;
  /** The user's account after the change, if the caller has read or made it. */
  saved?: SavedAccount;
  /** The home that the change has given to the user, if any. */
  place?: KnownPlace;
}

/** Whether a user is linked to the account, or unchanged since it was chosen for the account. */
const isStillOf = (accountId: string, chosen: UserRow, found: UserRow): boolean =>
  found.accountId === accountId ||
  (found.accountId === chosen.accountId && found.emailKey === chosen.emailKey);

/**
 * Ends the open invites of a resident to their own homes. Such invites are for residents who have never signed up. The
 * change and a new invite both write the unit, so that none is missed.
 */
async function endOwnInvites(ctx: OperationContext, change: Change, user: UserRow): Promise<InviteRow[]> {
  const { tenantId } = ctx;
  const contactKeys = [user.emailKey, user.phone].filter((key) => key !== null);
  const homes = user.residences.filter((residence) => isHeld(residence, ctx));
  const ended: InviteRow[] = [];
  for (const unitId of new Set(homes.map((home) => home.unitId))) {
    await fenceParent(change.transaction, { kind: 'unit', tenantId, id: unitId });
    ended.push(...(await supersedeInvites(ctx, change, { unitId, contactKeys, exceptInviteId: null })));
  }
  return ended;
}

/**
 * Links a resident to the account that has proven to be the person's, and makes INVITED ones ACTIVE. It always writes
 * the user. So a concurrent change that disables the person conflicts, and one of the two retries.
 *
 * @returns the user, and the invites that the first sign-in has ended, as they were
 * @throws forbidden when the resident was disabled, deleted, moved out or unlinked from the account meanwhile
 */
async function activate(
  ctx: OperationContext,
  change: Change,
  { user, accountId }: { user: UserRow; accountId: string },
): Promise<{ activated: UserRow; ended: InviteRow[] }> {
  const { session } = change;
  const live = { _id: user._id, tenantId: ctx.tenantId, isLive: true };
  const found = await UserModel.findOne(live).session(session).lean<UserRow>();
  if (!found) throw residentDisabled();
  if (!isStillOf(accountId, user, found)) throw residentNotFound();
  requireAdmitted(found, ctx.now);
  if (found.accountId !== accountId) await holdAccount(accountId, ctx.now, session);
  const becomesActive = found.status !== 'ACTIVE';
  const set = {
    accountId,
    status: 'ACTIVE' as const,
    signedInAt: ctx.now,
    ...(becomesActive && { updatedAt: ctx.now, version: found.version + 1 }),
  };
  await UserModel.updateOne(live, { $set: set }, { session });
  const ended = awaitsSignUp(found) ? await endOwnInvites(ctx, change, found) : [];
  return { activated: { ...found, ...set }, ended };
}

/**
 * Queue of the sign-ins of one person, which all write the user. Wait and transaction together stay below the
 * gateway’s time-out.
 */
const ofPerson = createLines({
  maxWaitMs: 10_000,
  refusal: () => unavailable('You are signing in too often at once. Try again.', 'overloaded'),
});

/**
 * Commits the change of a sign-in. Sign-ins of one person run one at a time in this process; concurrent ones would
 * conflict and exhaust their retries.
 */
export async function commitSignIn<Result>(
  ctx: OperationContext,
  { _id }: Pick<UserRow, '_id'>,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  return ofPerson.inTurn(_id, () => commit(ctx, work));
}

/** Signs a person in with one membership: creates a session on the calling device and one audit record. */
export async function signInAs(
  ctx: OperationContext,
  change: Change,
  owner: SessionOwner,
): Promise<SignInResult> {
  const { user } = owner;
  const { activated, ended } = await activate(ctx, change, owner);
  const started = await startSession(ctx, { ...owner, user: activated }, change.session);
  change.record({
    action: 'session.started',
    actor: residentActor(user._id),
    targets: [
      { type: 'session', id: started.session._id },
      { type: 'user', id: user._id },
      ...ended.map(({ _id: id }) => ({ type: 'invite', id })),
    ],
    changes: fieldChanges(user, activated, auditedResident),
  });
  return { ...started, user: activated };
}
