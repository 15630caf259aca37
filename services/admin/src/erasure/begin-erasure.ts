import { heldProperties } from '@pas/shared/residences/held-properties';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { moveInvite, pendingAt } from '@pas/shared/invites/transitions';
import { AccountModel } from '@pas/shared/models/account';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { inFormerState } from '@pas/shared/models/former';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { PasskeyModel } from '@pas/shared/models/passkey';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { isAlertRecipient } from '@pas/shared/personal/alert-recipients';
import { describePerson } from '@pas/shared/personal/describe-person';
import { findEarlierValues, type EarlierValues } from '@pas/shared/personal/earlier-values';
import { peopleRows } from '@pas/shared/personal/people';
import type { Person } from '@pas/shared/personal/person';
import { isHeld } from '@pas/shared/residences/held-residence';
import { accessTargets, endAccess } from '@pas/shared/sessions/end-access';
import type { UpdateQuery } from 'mongoose';
import { flagKeysOfStaff, losesRightToIssue } from '../resources/users/flag-keys-of-staff.ts';
import { loadAnyUser } from '../resources/users/load-any-user.ts';
import { saveChanges } from '@pas/shared/change/save-changes';

/** Time after which a worker resumes an unfinished erasure, in milliseconds. */
export const takeOverMs = 60_000;

/** Reads the erasure of a person; null without one. */
export async function findErasure({ tenantId }: OperationContext, id: string): Promise<ErasureRow | null> {
  return ErasureModel.findOne({ _id: id, tenantId }).lean<ErasureRow>();
}

/** @throws conflict for a person with a current or future residence */
function requireNoHome(ctx: OperationContext, { residences }: UserRow): void {
  if (!residences.some((residence) => isHeld(residence, ctx))) return;
  const message = 'The person still has a residence. Move them out first, then erase their data.';
  throw conflict('has_residence', message);
}

/** Revokes the pending invites to a person: without the contact no link can be sent. */
async function revokeInvites(ctx: OperationContext, change: Change, person: Person): Promise<string[]> {
  const { tenantId, inviteIds } = person;
  const pending = { tenantId, _id: { $in: [...inviteIds] }, ...pendingAt(ctx) };
  const invites = await InviteModel.find(pending, { _id: 1 }).session(change.session).lean<InviteRow[]>();
  for (const { _id } of invites)
    await moveInvite(ctx, change, { name: 'revoke', invite: { _id }, set: { revokedAt: ctx.now } });
  return invites.map(({ _id }) => _id);
}

/** Removes the values from the user's row and deletes it. */
async function eraseUserRow(
  ctx: OperationContext,
  change: Change,
  { user, person }: { user: UserRow; person: Person },
): Promise<void> {
  const values = peopleRows.users.erase?.(user, person) as Partial<UserRow>;
  const fields = { ...values, formerDueAt: null };
  if (user.isLive) {
    const gone = { ...fields, isLive: false, deletedAt: ctx.now };
    await saveChanges(ctx, change, { model: UserModel, row: user, fields: gone, where: inFormerState(user) });
    return;
  }
  const update: UpdateQuery<UserRow> = { $set: { ...fields, updatedAt: ctx.now }, $inc: { version: 1 } };
  await UserModel.updateOne({ _id: user._id, tenantId: ctx.tenantId }, update, { session: change.session });
}

/**
 * Removes the account of a person, unless another user has it. A later removal could meet a person who has signed up
 * elsewhere meanwhile. `holdAccount` writes the account for each new user, so that one of both changes conflicts.
 */
async function eraseAccount(
  { session }: Change,
  { accountId, isAccountShared }: Person,
): Promise<ErasureRow['counts']> {
  if (accountId === null || isAccountShared) return [];
  const accounts = await AccountModel.deleteOne({ _id: accountId }, { session });
  const passkeys = await PasskeyModel.deleteMany({ accountId }, { session });
  return [
    { name: 'accounts', rows: accounts.deletedCount },
    { name: 'passkeys', rows: passkeys.deletedCount },
  ];
}

/** Stores the person's keys in each collection, so that another process can resume after a crash. */
async function keepErasure(
  ctx: OperationContext,
  { session }: Change,
  { user, person, counts }: { user: UserRow; person: Person; counts: ErasureRow['counts'] },
): Promise<ErasureRow> {
  const row: ErasureRow = {
    _id: user._id,
    tenantId: ctx.tenantId,
    status: 'RUNNING',
    requestedAt: ctx.now,
    person,
    counts,
    account: accountOutcome(person),
    erasedAt: null,
    dueAt: new Date(ctx.now.getTime() + takeOverMs),
  };
  const { _id, tenantId, requestedAt: _asked, ...fields } = row;
  const { matchedCount } = await ErasureModel.updateOne({ _id, tenantId }, { $set: fields }, { session });
  if (matchedCount === 0) await ErasureModel.collection.insertOne(row as never, { session });
  return row;
}

function accountOutcome({ accountId, isAccountShared }: Person): ErasureRow['account'] {
  if (accountId === null) return 'NONE';
  return isAccountShared ? 'KEPT' : 'ERASED';
}

async function begin(
  ctx: OperationContext,
  change: Change,
  { id, earlier }: { id: string; earlier: EarlierValues },
): Promise<ErasureRow> {
  const user = await loadAnyUser(ctx, id, change.session);
  requireNoHome(ctx, user);
  const person = await describePerson(user, ctx.now, { session: change.session, earlier });
  if (losesRightToIssue(user, { ...user, isLive: false })) await flagKeysOfStaff(ctx, user);
  const invites = await revokeInvites(ctx, change, person);
  const ended = await endAccess(ctx, change, id);
  await eraseUserRow(ctx, change, { user, person });
  const counts = await eraseAccount(change, person);
  change.record({
    action: 'user.erased',
    targets: [
      { type: 'user', id },
      ...invites.map((invite) => ({ type: 'invite', id: invite })),
      ...accessTargets(ended),
      ...((await isAlertRecipient(person)) ? [{ type: 'tenant', id: ctx.tenantId }] : []),
    ],
    propertyIds: heldProperties(user, ctx),
  });
  return keepErasure(ctx, change, { user, person, counts });
}

/**
 * Begins the erasure of a person. The user is deleted and loses all values and the account.
 * Sessions and devices end, and invites to the person are revoked. The remaining steps follow from the returned row.
 *
 * @throws not_found for an unknown user, conflict (`has_residence`) for a person with a current or future
 * residence
 */
export async function beginErasure(ctx: OperationContext, id: string): Promise<ErasureRow> {
  const earlier = await findEarlierValues(ctx.tenantId, id);
  try {
    return await commit(ctx, async (change) => {
      const known = await ErasureModel.findOne({ _id: id, tenantId: ctx.tenantId })
        .session(change.session)
        .lean<ErasureRow>();
      const isBegun = known !== null && (known.status === 'DONE' || known.person !== null);
      return isBegun ? known : begin(ctx, change, { id, earlier });
    });
  } catch (error) {
    // Another request has started the erasure at the same time.
    const known = duplicateKeyOf(error) === null ? null : await findErasure(ctx, id);
    if (known) return known;
    throw error;
  }
}
