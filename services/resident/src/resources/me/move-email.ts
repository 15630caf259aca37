import { heldProperties } from '@pas/shared/residences/held-properties';
import { withTenant } from '@pas/platform/context/operation-context';
import { residentActor } from '@pas/shared/accounts/resident-actor';
import { residentsOfAccount } from '@pas/shared/accounts/residents-of-account';
import { auditedResident } from '@pas/shared/accounts/resident.schema';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import { saveChanges } from '@pas/shared/change/save-changes';
import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { PasswordResetModel } from '@pas/shared/models/password-reset';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { loadAccountOf } from './load-account.ts';
import { queueNotice } from './queue-notice.ts';

interface NewEmail {
  email: string;
  emailKey: string;
}

/** Moves a resident of the person within the change, with an event and a record of the resident's tenant. */
async function moveResident(
  ctx: OperationContext,
  { transaction }: Change,
  { resident, fields }: { resident: UserRow; fields: NewEmail },
): Promise<UserRow> {
  const own = { ...withTenant(ctx, resident.tenantId), within: transaction };
  return commit(own, async (change) => {
    const saved = await saveChanges(own, change, { model: UserModel, row: resident, fields });
    const { _id: userId, version: aggregateVersion } = saved;
    change.record({
      action: 'user.updated',
      actor: residentActor(userId),
      targets: [{ type: 'user', id: userId }],
      changes: fieldChanges(resident, saved, auditedResident),
      propertyIds: heldProperties(saved, own),
    });
    const data = { aggregateVersion, userId };
    change.publish({ type: 'pas.v1.identity.user.updated', subject: userId, data });
    return saved;
  });
}

/**
 * Returns the key that the identity provider still has. Its later events then do not restore the old address. Null when
 * the account has no identity, or moves to the provider's address.
 */
function identityEmailKeyOf(account: AccountRow, { emailKey: key }: NewEmail): string | null {
  const known = account.identityEmailKey ?? account.emailKey;
  return account.identity === null || known === key ? null : known;
}

/** Moves the account. Links to set a password that went to the old address become invalid. */
async function moveAccount(
  { now }: OperationContext,
  { session }: Change,
  { account, fields }: { account: AccountRow; fields: NewEmail },
): Promise<void> {
  const { _id } = account;
  const identityEmailKey = identityEmailKeyOf(account, fields);
  const proven = { emailVerifiedAt: now, emailVerifiedForTenants: [], identityEmailKey, updatedAt: now };
  await AccountModel.updateOne({ _id }, { $set: { ...fields, ...proven } }, { session });
  const used = { $set: { usedAt: now } };
  await PasswordResetModel.updateMany({ accountId: _id, usedAt: null }, used, { session });
}

/**
 * Moves the account of a person and its residents at all tenants to a proven e-mail address. Password, identity and
 * sessions stay valid. The old address gets a notice. Another spelling of the same address changes nothing.
 *
 * @returns the resident of the context
 * @throws a duplicate-key error when another account, or another user of one of the tenants, has the address
 */
export async function moveEmail(
  ctx: OperationContext,
  change: Change,
  { user, email }: { user: UserRow; email: string },
): Promise<UserRow> {
  const fields = { email, emailKey: emailKey(email) };
  const account = await loadAccountOf(user, change.session);
  const residents = await residentsOfAccount(account, change.session);
  if (account.emailKey !== fields.emailKey) {
    await moveAccount(ctx, change, { account, fields });
    await queueNotice(ctx, change, { kind: 'EMAIL_CHANGED', userId: user._id, to: account.email });
  }
  let own = user;
  for (const resident of residents) {
    if (resident.emailKey === fields.emailKey) continue;
    const moved = await moveResident(ctx, change, { resident, fields });
    if (moved._id === user._id) own = moved;
  }
  return own;
}
