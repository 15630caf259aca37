import type { Change } from '@pas/shared/change/commit';
import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import { AccountModel, nothingKnown, type AccountRow } from '@pas/shared/models/account';

/** Builds the account of a person with a proven address who signs in through the identity provider. */
export function newDemoAccount(email: string, at: Date): AccountRow {
  return {
    _id: newId('account'),
    email,
    emailKey: emailKey(email),
    emailVerifiedAt: at,
    emailVerifiedForTenants: [],
    passwordHash: null,
    passwordVersion: null,
    identity: null,
    identityEmailKey: null,
    identitySyncedAt: null,
    ...nothingKnown,
    createdAt: at,
    updatedAt: at,
  };
}

/** Stores such an account within a change, and returns its id. */
export async function storeAccount(
  { now }: OperationContext,
  { session }: Change,
  email: string,
): Promise<string> {
  const account = newDemoAccount(email, now);
  await AccountModel.insertMany([account], { session });
  return account._id;
}
