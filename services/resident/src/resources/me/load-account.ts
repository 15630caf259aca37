import type { OperationContext } from '@pas/shared/context/operation-context';
import { unauthenticated } from '@pas/shared/errors/raise';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import type { UserRow } from '@pas/shared/models/user';
import { loadResident } from '@pas/shared/accounts/load-resident';
import type { ClientSession } from 'mongoose';

/** @throws unauthenticated when the resident no longer has an account */
export async function loadAccountOf(
  { accountId }: Pick<UserRow, 'accountId'>,
  session: ClientSession | null = null,
): Promise<AccountRow> {
  const account =
    accountId === null ? null : await AccountModel.findById(accountId).session(session).lean<AccountRow>();
  if (!account) throw unauthenticated('token_invalid', 'This person no longer has access. Sign in again.');
  return account;
}

/** @throws unauthenticated when the signed-in resident no longer has an account */
export async function loadAccount(ctx: OperationContext): Promise<AccountRow> {
  return loadAccountOf(await loadResident(ctx));
}
