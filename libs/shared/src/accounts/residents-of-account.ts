import type { AccountRow } from '../models/account.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import type { ClientSession } from 'mongoose';

const live = { kind: 'RESIDENT', isLive: true } as const;

/** Whether the account's e-mail is proven for one tenant. */
export function isEmailProvenFor(account: AccountRow, tenantId: string): boolean {
  return account.emailVerifiedAt !== null || account.emailVerifiedForTenants.includes(tenantId);
}

/** Finds the users with an e-mail and without an account, in all tenants. */
export async function untiedResidents(
  emailKey: string,
  session: ClientSession | null = null,
): Promise<UserRow[]> {
  return UserModel.find({ emailKey, accountId: null, ...live })
    .session(session)
    .setOptions({ crossTenant: 'users-by-email' })
    .lean<UserRow[]>();
}

/**
 * Finds the residents of an account, and adds others that it may act as.
 *
 * @param others read earlier; a resident tied to the account meanwhile is returned once
 */
export async function residentsWith(
  account: AccountRow,
  others: readonly UserRow[],
  session: ClientSession | null = null,
): Promise<UserRow[]> {
  const tied = await UserModel.find({ accountId: account._id, ...live })
    .session(session)
    .setOptions({ crossTenant: 'users-of-account' })
    .lean<UserRow[]>();
  return [...tied, ...others.filter(({ _id }) => !tied.some((resident) => resident._id === _id))];
}

/**
 * Finds the residents that a person may act as, in all tenants. These are the residents tied to the account, and
 * untied residents with its proven e-mail. An unproven e-mail finds no user; otherwise anybody could take over a user
 * by claiming the address.
 */
export async function residentsOfAccount(
  account: AccountRow,
  session: ClientSession | null = null,
): Promise<UserRow[]> {
  const untied = await untiedResidents(account.emailKey, session);
  return residentsWith(
    account,
    untied.filter(({ tenantId }) => isEmailProvenFor(account, tenantId)),
    session,
  );
}
