import type { AccountRow } from '@pas/shared/models/account';
import { UserModel, type UserRow } from '@pas/shared/models/user';

/** What is known of an account when its residents are looked for; an account that is about to be made has no id. */
export interface AccountFacts extends Pick<
  AccountRow,
  'emailKey' | 'emailVerifiedAt' | 'emailVerifiedForTenants'
> {
  _id: string | null;
}

const live = { kind: 'RESIDENT', isLive: true } as const;

/** Whether the account's e-mail is proven as far as one tenant is concerned. */
export function isEmailProvenFor(account: AccountFacts, tenantId: string): boolean {
  return account.emailVerifiedAt !== null || account.emailVerifiedForTenants.includes(tenantId);
}

async function tiedTo(accountId: string | null): Promise<UserRow[]> {
  if (accountId === null) return [];
  return UserModel.find({ accountId, ...live })
    .setOptions({ crossTenant: 'users-of-account' })
    .lean<UserRow[]>();
}

/**
 * Finds the residents that a person may act as, at all tenants: those tied to the account, and those not yet tied to
 * any whose e-mail the account has proven to own. An unproven e-mail yields nobody, or anybody could take a resident
 * over by claiming their address.
 */
export async function residentsOfAccount(account: AccountFacts): Promise<UserRow[]> {
  const [tied, named] = await Promise.all([
    tiedTo(account._id),
    UserModel.find({ emailKey: account.emailKey, accountId: null, ...live })
      .setOptions({ crossTenant: 'users-by-email' })
      .lean<UserRow[]>(),
  ]);
  return [...tied, ...named.filter(({ tenantId }) => isEmailProvenFor(account, tenantId))];
}
