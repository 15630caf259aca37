import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import type { UserRow } from '@pas/shared/models/user';
import { loadUser } from './load-user.ts';
import { requireWholeUser } from './require-whole-user.ts';

/**
 * Takes the pinned identity off an account.
 *
 * @returns whether there was one
 */
async function unpin(ctx: OperationContext, { session }: Change, accountId: string): Promise<boolean> {
  const pinned = { _id: accountId, 'identity.subject': { $type: 'string' as const } };
  const update = { $set: { identity: null, updatedAt: ctx.now } };
  const account = await AccountModel.findOneAndUpdate(pinned, update, { session }).lean<AccountRow>();
  return account !== null;
}

/** Ends all sessions of an account, because the identity was used to sign in at every tenant. */
async function endAllSessions(
  { now, tenantId }: OperationContext,
  { session }: Change,
  accountId: string,
): Promise<string[]> {
  const open = { accountId, revokedAt: null };
  const sessions = await SessionModel.find(open, { tenantId: 1 }).session(session).lean<SessionRow[]>();
  await SessionModel.updateMany(open, { $set: { revokedAt: now } }, { session });
  // The record of this tenant does not name sessions at other tenants.
  return sessions.filter((ended) => ended.tenantId === tenantId).map(({ _id }) => _id);
}

/**
 * Lets a person sign in with another identity with the same e-mail: the pinned identity is removed from the account,
 * and its sessions end. Without a pinned identity, nothing changes.
 *
 * @throws not_found for an unknown user, forbidden for keys restricted to some of the properties where the person lives
 */
export async function unlinkIdentity(ctx: OperationContext, id: string): Promise<UserRow> {
  return commit(ctx, async (change) => {
    const user = await loadUser(ctx, id, change.session);
    requireWholeUser(ctx, user);
    if (user.accountId === null || !(await unpin(ctx, change, user.accountId))) return user;
    const sessions = await endAllSessions(ctx, change, user.accountId);
    change.record({
      action: 'user.identity_unlinked',
      targets: [{ type: 'user', id }, ...sessions.map((ended) => ({ type: 'session', id: ended }))],
      propertyIds: user.residences.map(({ propertyId }) => propertyId),
    });
    return user;
  });
}
