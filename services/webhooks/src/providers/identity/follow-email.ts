import { emailKey } from '@pas/shared/contacts/email';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';

/** The e-mail that the identity provider has verified, and the key of the e-mail that it replaces. */
export interface MovedEmail {
  email: string;
  emailKey: string;
  fromKey: string;
}

/**
 * Finds the verified e-mail to which an account moves.
 *
 * @returns null if none is verified, or if it is the same. Also null if the person has replaced it here, or if another
 *   account has it. A person with two accounts is asked at sign-in to unlink one
 */
export async function findMovedEmail(account: AccountRow, email: string | null): Promise<MovedEmail | null> {
  if (email === null) return null;
  const key = emailKey(email);
  if (key === account.emailKey || key === account.identityEmailKey) return null;
  if (await AccountModel.exists({ emailKey: key })) return null;
  return { email, emailKey: key, fromKey: account.emailKey };
}

/**
 * Returns the changes of the move in a user. A user keeps an e-mail that staff set later. A user also keeps the old one
 * if another user of the tenant has the new one.
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
 * Moves the account itself, after its users. Links to set a password that went to the old address become invalid. The
 * identity and the sessions stay valid.
 */
export async function moveAccount({ _id }: AccountRow, moved: MovedEmail | null): Promise<void> {
  if (moved === null) return;
  const now = new Date();
  const { email, emailKey: key, fromKey } = moved;
  const proven = {
    email,
    emailKey: key,
    emailVerifiedAt: now,
    emailVerifiedForTenants: [],
    identityEmailKey: null,
    updatedAt: now,
  };
  await PasswordResetModel.updateMany({ accountId: _id, usedAt: null }, { $set: { usedAt: now } });
  await AccountModel.updateOne({ _id, emailKey: fromKey }, { $set: proven }).catch((error: unknown) => {
    // Another person has just signed up with the address, so the account keeps its own.
    if (!isDuplicateIn(error, ['emailKey'])) throw error;
  });
}
