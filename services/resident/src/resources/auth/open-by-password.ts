import type { OperationContext } from '@pas/shared/context/operation-context';
import { emailKey } from '@pas/shared/contacts/email';
import { conflict } from '@pas/platform/errors/raise';
import { newId } from '@pas/shared/ids/id';
import { findPendingInvite } from '@pas/shared/invites/find-invite';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { hashPassword, isPassword } from '@pas/shared/sessions/password';
import type { ClientSession } from 'mongoose';
import type { GuessLimits } from './guess-limits.ts';

/** Writes into a change what a proof has opened or made, and answers the account as it is then. */
export type SaveAccount = (session: ClientSession) => Promise<AccountRow>;

interface PasswordProof {
  email: string;
  password: string;
  inviteToken: string;
  /** Whether the invite went to that e-mail, which proves it for the invite's tenant. */
  isInvited: boolean;
  limits: GuessLimits;
}

function accountExists() {
  const message = 'There is an account with this e-mail already. Use its password, or another e-mail.';
  return conflict('account_exists', message, {
    errors: [{ path: 'password', code: 'account_exists', message }],
  });
}

function newAccount(ctx: OperationContext, proof: PasswordProof, passwordHash: string): AccountRow {
  return {
    _id: newId('account'),
    email: proof.email,
    emailKey: emailKey(proof.email),
    emailVerifiedAt: null,
    emailVerifiedForTenants: proof.isInvited ? [ctx.tenantId] : [],
    passwordHash,
    identity: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

async function requirePassword(
  ctx: OperationContext,
  account: AccountRow,
  proof: PasswordProof,
): Promise<void> {
  // Whoever lost a race for the invite would meet the winner's account here, and has to hear of the invite instead.
  await findPendingInvite(proof.inviteToken, ctx.now);
  const watch = proof.limits.watch({ emailKey: account.emailKey, ip: ctx.client.ip });
  if (!(await isPassword(proof.password, account.passwordHash, watch))) throw accountExists();
}

/** Writes to the account even where nothing new is known of it: a password removed meanwhile opens nothing. */
function saveOpened(ctx: OperationContext, account: AccountRow, { isInvited }: PasswordProof): SaveAccount {
  return async (session) => {
    const saved = await AccountModel.findOneAndUpdate(
      { _id: account._id, passwordHash: account.passwordHash },
      {
        $set: { updatedAt: ctx.now },
        ...(isInvited && { $addToSet: { emailVerifiedForTenants: ctx.tenantId } }),
      },
      { session, returnDocument: 'after' },
    ).lean<AccountRow>();
    if (!saved) throw accountExists();
    return saved;
  };
}

/**
 * Opens the account of an e-mail by its password, or prepares a new one with it. Guesses at a password that exists are
 * limited as at the log-in.
 *
 * @throws conflict for a wrong password, rate_limited after too many, gone when the invite has been used meanwhile
 */
export async function openByPassword(ctx: OperationContext, proof: PasswordProof): Promise<SaveAccount> {
  const account = await AccountModel.findOne({ emailKey: emailKey(proof.email) }).lean<AccountRow>();
  if (account) {
    await requirePassword(ctx, account, proof);
    return saveOpened(ctx, account, proof);
  }
  const made = newAccount(ctx, proof, await hashPassword(proof.password));
  // Hashing takes its turn. Of many who race, most come too late by now, and no transaction has to find that out.
  await findPendingInvite(proof.inviteToken, ctx.now);
  return async (session) => {
    await AccountModel.insertMany([made], { session });
    return made;
  };
}
