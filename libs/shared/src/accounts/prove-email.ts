import type { OperationContext } from '../context/operation-context.ts';
import { AccountModel, nothingKnown, type AccountRow } from '../models/account.ts';
import { PasskeyModel } from '../models/passkey.ts';
import { SessionModel } from '../models/session.ts';
import type { ClientSession } from 'mongoose';
import { residentsOfAccount } from './residents-of-account.ts';

interface ProveEmail {
  account: AccountRow;
  /** The session of the proof, if any. It stays open. */
  keepSessionId?: string | null;
  session: ClientSession;
}

/** Whether invites have already proven the e-mail for every tenant that the account would reach after the proof. */
async function isProvenWhereItReaches(ctx: OperationContext, account: AccountRow): Promise<boolean> {
  const residents = await residentsOfAccount({ ...account, emailVerifiedAt: ctx.now });
  const tenantIds = [ctx.tenantId, ...residents.map(({ tenantId }) => tenantId)];
  return tenantIds.every((tenantId) => account.emailVerifiedForTenants.includes(tenantId));
}

/**
 * Applies the identity provider's proof that the caller owns the account's e-mail.
 *
 * The password may belong to an attacker who claimed the address before its owner. So the first proof of an unproven
 * e-mail removes the password and the passkeys. It also ends the sessions and removes the known devices and networks.
 * An invite to the address is proof too, but for its tenant only. An account that reaches only such tenants keeps its
 * password and stays unproven elsewhere.
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
  await PasskeyModel.deleteMany({ accountId: account._id }, { session });
  await SessionModel.updateMany(
    { accountId: account._id, revokedAt: null, ...(keepSessionId && { _id: { $ne: keepSessionId } }) },
    { $set: { revokedAt: ctx.now } },
    { session },
  );
  return { ...account, ...proven };
}
