import type { OperationContext } from '../context/operation-context.ts';
import { emailKey } from '../contacts/email.ts';
import { conflict } from '../errors/raise.ts';
import { newId } from '../ids/id.ts';
import { requirePending } from '../invites/find-invite.ts';
import { isAddressedTo, wasSentByEmailOnly } from '../invites/sent-by-email-only.ts';
import type { InviteRow } from '../models/invite.ts';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { AccountModel, withSamePassword, type AccountRow } from '../models/account.ts';
import { hashPassword, isPassword } from './password.ts';
import type { ClientSession } from 'mongoose';
import type { GuessLimits } from './guess-limits.ts';
import { firstKnown, type SignInSource } from './known-sources.ts';

/** An account as a sign-up leaves it, and whether the sign-up has made it. */
export interface SavedAccount {
  account: AccountRow;
  isNew: boolean;
}

/** Writes the opened or new account within a change, and returns it. */
export type SaveAccount = (session: ClientSession) => Promise<SavedAccount>;

interface PasswordProof {
  invite: InviteRow;
  email: string;
  password: string;
  limits: GuessLimits;
  source: SignInSource;
}

/** Whether the invite's token proves the e-mail for the invite's tenant: it went to that address and nowhere else. */
const isProven = ({ invite, email }: PasswordProof): boolean =>
  wasSentByEmailOnly(invite) && isAddressedTo(invite, email);

function accountExists() {
  const message = 'There is an account with this e-mail already. Use its password, or another e-mail.';
  return conflict('account_exists', message, {
    errors: [{ path: 'password', code: 'account_exists', message }],
  });
}

function newAccount(ctx: OperationContext, proof: PasswordProof, passwordHash: string): AccountRow {
  const _id = newId('account');
  return {
    _id,
    email: proof.email,
    emailKey: emailKey(proof.email),
    emailVerifiedAt: null,
    emailVerifiedForTenants: isProven(proof) ? [ctx.tenantId] : [],
    passwordHash,
    passwordVersion: 1,
    identity: null,
    identityEmailKey: null,
    identitySyncedAt: null,
    ...firstKnown(_id, proof.source, ctx.now),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

async function requirePassword(
  ctx: OperationContext,
  account: AccountRow,
  { password, limits, invite, source }: PasswordProof,
): Promise<void> {
  // Sign-ups that lose the race for an invite find the winner's account here. They get the error of the used invite,
  // and no guess is counted.
  await requirePending(ctx, invite);
  const watch = limits.watch({ emailKey: account.emailKey, account, source, now: ctx.now });
  if (!(await isPassword(password, account.passwordHash, watch))) throw accountExists();
}

/**
 * Returns the write of an opened account. It writes even without changes, so that a password removed meanwhile opens
 * nothing.
 */
function saveOpened(ctx: OperationContext, account: AccountRow, proof: PasswordProof): SaveAccount {
  return async (session) => {
    const saved = await AccountModel.findOneAndUpdate(
      { _id: account._id, ...withSamePassword(account) },
      {
        $set: { updatedAt: ctx.now },
        ...(isProven(proof) && { $addToSet: { emailVerifiedForTenants: ctx.tenantId } }),
      },
      { session, returnDocument: 'after' },
    ).lean<AccountRow>();
    if (!saved) throw accountExists();
    return { account: saved, isNew: false };
  };
}

/**
 * Opens the account of an e-mail by its password, or prepares a new one with it. Guesses at an existing password have
 * the limits of the log-in.
 *
 * @throws conflict for a wrong password, rate_limited after too many, gone when the invite was used meanwhile
 */
export async function openByPassword(ctx: OperationContext, proof: PasswordProof): Promise<SaveAccount> {
  const account = await AccountModel.findOne({ emailKey: emailKey(proof.email) }).lean<AccountRow>();
  if (account) {
    await requirePassword(ctx, account, proof);
    return saveOpened(ctx, account, proof);
  }
  const made = newAccount(ctx, proof, await hashPassword(proof.password, ctx.client.ip));
  return async (session) => {
    await insertRows(AccountModel, [made], session);
    return { account: made, isNew: true };
  };
}
