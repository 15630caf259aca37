import { heldProperties } from '@pas/shared/residences/held-properties';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import type { UserRow } from '@pas/shared/models/user';
import { endSessions } from '@pas/shared/sessions/end-sessions';
import { loadUser } from './load-user.ts';
import { requireWholeUser } from './require-whole-user.ts';

/**
 * Removes the pinned identity of an account.
 *
 * @returns whether the account had one
 */
async function unpin(ctx: OperationContext, { session }: Change, accountId: string): Promise<boolean> {
  const pinned = { _id: accountId, 'identity.subject': { $type: 'string' as const } };
  const update = { $set: { identity: null, updatedAt: ctx.now } };
  const account = await AccountModel.findOneAndUpdate(pinned, update, { session }).lean<AccountRow>();
  return account !== null;
}

/**
 * Removes the pinned identity of a person and ends the user's sessions. The person can then sign in with
 * another identity with the same e-mail. The account is shared in the Core, but a session belongs to a
 * tenant: sessions at other companies continue. Without a pinned identity, nothing changes.
 *
 * @throws not_found for an unknown user
 * @throws forbidden for keys restricted to some of the properties where the person lives
 */
export async function unlinkIdentity(ctx: OperationContext, id: string): Promise<UserRow> {
  return commit(ctx, async (change) => {
    const user = await loadUser(ctx, id, change.session);
    requireWholeUser(ctx, user);
    if (user.accountId === null || !(await unpin(ctx, change, user.accountId))) return user;
    const sessions = await endSessions(ctx, change, id);
    change.record({
      action: 'user.identity_unlinked',
      targets: [{ type: 'user', id }, ...sessions.map((ended) => ({ type: 'session', id: ended }))],
      propertyIds: heldProperties(user, ctx),
    });
    const data = { aggregateVersion: user.version, userId: id };
    change.publish({ type: 'pas.v1.identity.user.updated', subject: id, data });
    return user;
  });
}
