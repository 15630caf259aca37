import type { ClientSession } from 'mongoose';
import { withSamePassword, type AccountRow } from '../models/account.ts';
import { noteSource, type SignInSource } from './known-sources.ts';

/** An account, and the sign-in for which its password was checked. */
interface CheckedSignIn {
  account: AccountRow;
  source: SignInSource;
  now: Date;
}

/**
 * Holds the password that was checked until the session stands: one removed meanwhile lets nobody in. Notes where the
 * sign-in comes from.
 *
 * @returns whether the account still has it
 */
export async function holdPassword(signIn: CheckedSignIn, session: ClientSession): Promise<boolean> {
  return noteSource(signIn, session, withSamePassword(signIn.account));
}
