import type { OperationContext } from '../context/operation-context.ts';
import { emailKey } from '../contacts/email.ts';
import { conflict } from '../errors/raise.ts';
import { newId } from '../ids/id.ts';
import { AccountModel, nothingKnown, type AccountRow } from '../models/account.ts';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { ClientSession } from 'mongoose';
import type { Identity } from './identity.ts';
import type { SavedAccount } from './open-by-password.ts';
import { proveEmail } from './prove-email.ts';

/** Whether an account's pinned identity equals the identity of a token. */
export const isSameIdentity = (
  pinned: NonNullable<AccountRow['identity']>,
  { issuer, subject }: Identity,
): boolean => pinned.issuer === issuer && pinned.subject === subject;

const identityConflict = () =>
  conflict(
    'identity_conflict',
    'This e-mail belongs to another sign-on account. Ask your property manager to unlink the old one.',
  );

/**
 * Finds the account of an identity: the pinned account, else the account of its e-mail.
 *
 * @returns null if no account exists yet
 * @throws conflict when the e-mail's account is pinned to another identity, or this identity to another account
 */
export async function findAccountOf(
  identity: Identity,
  session: ClientSession | null = null,
): Promise<AccountRow | null> {
  const { issuer, subject, email } = identity;
  const key = emailKey(email);
  const either = [{ 'identity.issuer': issuer, 'identity.subject': subject }, { emailKey: key }];
  const found = await AccountModel.find({ $or: either }).session(session).lean<AccountRow[]>();
  const pinned = found.find((account) => account.identity && isSameIdentity(account.identity, identity));
  // The person has chosen another e-mail here. So an account of somebody else with the provider's e-mail is no conflict.
  if (pinned?.identityEmailKey === key) return pinned;
  const named = found.find((account) => account.emailKey === key);
  if (named?.identity && !isSameIdentity(named.identity, identity)) throw identityConflict();
  if (named && pinned && named._id !== pinned._id) throw identityConflict();
  return pinned ?? named ?? null;
}

function newAccount({ now }: OperationContext, { issuer, subject, email }: Identity): AccountRow {
  return {
    _id: newId('account'),
    email,
    emailKey: emailKey(email),
    emailVerifiedAt: now,
    emailVerifiedForTenants: [],
    passwordHash: null,
    passwordVersion: null,
    identity: { issuer, subject },
    identityEmailKey: null,
    identitySyncedAt: null,
    ...nothingKnown,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Pins an identity to its account. Creates the account if it is missing. The first pin is permanent.
 *
 * @throws conflict as `findAccountOf`; a duplicate-key error when a concurrent pin won the race
 */
export async function pinIdentity(
  ctx: OperationContext,
  identity: Identity,
  session: ClientSession,
): Promise<SavedAccount> {
  const found = await findAccountOf(identity, session);
  if (!found) {
    const account = newAccount(ctx, identity);
    await insertRows(AccountModel, [account], session);
    return { account, isNew: true };
  }
  const account = await proveEmail(ctx, { account: found, session });
  if (account.identity !== null) return { account, isNew: false };
  const { issuer, subject } = identity;
  const pinned = { identity: { issuer, subject }, identityEmailKey: null, updatedAt: ctx.now };
  await AccountModel.updateOne({ _id: account._id }, { $set: pinned }, { session });
  return { account: { ...account, ...pinned }, isNew: false };
}
