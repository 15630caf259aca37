import type { AccountRow } from '../models/account.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import type { ClientSession } from 'mongoose';

const live = { kind: 'RESIDENT', isLive: true } as const;

/** Whether the account's e-mail is proven for one tenant. */
export function isEmailProvenFor(account: AccountRow, tenantId: string): boolean {
  return account.emailVerifiedAt !== null || account.emailVerifiedForTenants.includes(tenantId);
}

/** Finds the users with an e-mail and without an account, in all tenants. */
export async function unlinkedResidents(
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
 * @param others read earlier; a resident linked to the account meanwhile is returned once
 */
export async function residentsWith(
  account: AccountRow,
  others: readonly UserRow[],
  session: ClientSession | null = null,
): Promise<UserRow[]> {
  const linked = await UserModel.find({ accountId: account._id, ...live })
    .session(session)
    .setOptions({ crossTenant: 'users-of-account' })
    .lean<UserRow[]>();
  return [...linked, ...others.filter(({ _id }) => !linked.some((resident) => resident._id === _id))];
}

/** Finds the unlinked residents with the proven e-mail of an account. Reads nothing for an unproven e-mail. */
async function provenResidents(account: AccountRow, session: ClientSession | null): Promise<UserRow[]> {
  const { emailVerifiedAt, emailVerifiedForTenants, emailKey } = account;
  if (emailVerifiedAt === null && emailVerifiedForTenants.length === 0) return [];
  const unlinked = await unlinkedResidents(emailKey, session);
  return unlinked.filter(({ tenantId }) => isEmailProvenFor(account, tenantId));
}

/**
 * Finds the residents that a person may act as, in all tenants. These are the residents linked to the account, and
 * unlinked residents with its proven e-mail. An unproven e-mail finds no user; otherwise anybody could take over a user
 * by claiming the address.
 */
export async function residentsOfAccount(
  account: AccountRow,
  session: ClientSession | null = null,
): Promise<UserRow[]> {
  return residentsWith(account, await provenResidents(account, session), session);
}

/**
 * Finds the residents of an account that a sign-up has just created. Only its user is linked to the account. An invite
 * proves the e-mail only for the tenant of that user, where no other resident has it.
 */
export async function residentsOfNewAccount(account: AccountRow, user: UserRow): Promise<UserRow[]> {
  const others = account.emailVerifiedAt === null ? [] : await provenResidents(account, null);
  return [user, ...others.filter(({ _id }) => _id !== user._id)];
}
