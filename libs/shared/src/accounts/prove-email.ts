import type { OperationContext } from '../context/operation-context.ts';
import { AccountModel, nothingKnown, type AccountRow } from '../models/account.ts';
import { SessionModel } from '../models/session.ts';
import type { ClientSession } from 'mongoose';
import { residentsOfAccount } from './residents-of-account.ts';

interface ProveEmail {
  account: AccountRow;
  /** The session that brings the proof, where there is one: it goes on. */
  keepSessionId?: string | null;
  session: ClientSession;
}

/** Whether invites have proven the e-mail for every tenant that the account reaches once it is proven for all. */
async function isProvenWhereItReaches(ctx: OperationContext, account: AccountRow): Promise<boolean> {
  const residents = await residentsOfAccount({ ...account, emailVerifiedAt: ctx.now });
  const tenantIds = [ctx.tenantId, ...residents.map(({ tenantId }) => tenantId)];
  return tenantIds.every((tenantId) => account.emailVerifiedForTenants.includes(tenantId));
}

/**
 * Applies the identity provider's proof that the account's e-mail is the caller's, who is about to act in a tenant.
 *
 * The password may be that of somebody else, who claimed the address first to wait for its owner. So the first
 * proof that meets an unproven e-mail removes the password, ends the sessions and forgets who has signed in. An invite that went to the address
 * is proof too, for its tenant alone: an account that reaches no other tenant keeps its password and stays unproven
 * beyond.
 *
 * @returns the account as it is now
 */
export async function proveEmail(ctx: OperationContext, proof: ProveEmail): Promise<AccountRow> {
  const { account, keepSessionId, session } = proof;
  if (account.emailVerifiedAt !== null) return account;
  if (account.passwordHash !== null && (await isProvenWhereItReaches(ctx, account))) return account;
  const passwordVersion = (account.passwordVersion ?? 0) + 1;
  const proven = {
    passwordHash: null,
    passwordVersion,
    emailVerifiedAt: ctx.now,
    ...nothingKnown,
    updatedAt: ctx.now,
  };
  await AccountModel.updateOne({ _id: account._id }, { $set: proven }, { session });
  await SessionModel.updateMany(
    { accountId: account._id, revokedAt: null, ...(keepSessionId && { _id: { $ne: keepSessionId } }) },
    { $set: { revokedAt: ctx.now } },
    { session },
  );
  return { ...account, ...proven };
}
