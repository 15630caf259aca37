import { emailKey } from '@pas/shared/contacts/email';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';

/** The e-mail that a person has proven to the identity provider, and the one that it takes the place of. */
export interface MovedEmail {
  email: string;
  emailKey: string;
  fromKey: string;
}

/**
 * Finds out whether the e-mail of an account moves to the one that the provider has verified.
 *
 * @returns null where it is the same, where the provider has verified none, or where another account has it: who has two
 *   accounts is asked to have one unlinked when they sign in
 */
export async function findMovedEmail(account: AccountRow, email: string | null): Promise<MovedEmail | null> {
  if (email === null) return null;
  const key = emailKey(email);
  if (key === account.emailKey) return null;
  if (await AccountModel.exists({ emailKey: key })) return null;
  return { email, emailKey: key, fromKey: account.emailKey };
}

/**
 * What the move changes in a user. An e-mail that staff have given to the user since is left alone, and so is that of a
 * tenant where somebody else has the new one.
 */
export async function movedEmailOf(
  { tenantId }: OperationContext,
  { user, moved, session }: { user: UserRow; moved: MovedEmail | null; session: Change['session'] },
): Promise<Partial<Pick<UserRow, 'email' | 'emailKey'>>> {
  if (moved === null || user.emailKey !== moved.fromKey) return {};
  const { email, emailKey: key } = moved;
  const holder = { tenantId, kind: user.kind, emailKey: key, isLive: true };
  return (await UserModel.exists(holder).session(session)) ? {} : { email, emailKey: key };
}

/**
 * Moves the account itself, after its users. Links to set a password that went to the address before work no more. The
 * identity and the sessions go on.
 */
export async function moveAccount({ _id }: AccountRow, moved: MovedEmail | null): Promise<void> {
  if (moved === null) return;
  const now = new Date();
  const { email, emailKey: key, fromKey } = moved;
  const proven = { email, emailKey: key, emailVerifiedAt: now, emailVerifiedForTenants: [], updatedAt: now };
  await PasswordResetModel.updateMany({ accountId: _id, usedAt: null }, { $set: { usedAt: now } });
  await AccountModel.updateOne({ _id, emailKey: fromKey }, { $set: proven }).catch((error: unknown) => {
    // Somebody has signed up with the address in this moment: the account keeps its own.
    if (!isDuplicateIn(error, ['emailKey'])) throw error;
  });
}
