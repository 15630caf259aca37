import type { OperationContext } from '@pas/shared/context/operation-context';
import { unauthenticated } from '@pas/shared/errors/raise';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { loadResident } from '@pas/shared/accounts/load-resident';

/** @throws unauthenticated when the signed-in resident no longer has an account */
export async function loadAccount(ctx: OperationContext): Promise<AccountRow> {
  const { accountId } = await loadResident(ctx);
  const account = accountId === null ? null : await AccountModel.findById(accountId).lean<AccountRow>();
  if (!account) throw unauthenticated('token_invalid', 'This person no longer has access. Sign in again.');
  return account;
}
