import type { ClientSession } from 'mongoose';
import { withSamePassword, type AccountRow } from '../models/account.ts';
import { recordSource, type SignInSource } from './known-sources.ts';

/** An account, and the sign-in for which its password was checked. */
interface CheckedSignIn {
  account: AccountRow;
  source: SignInSource;
  now: Date;
}

/**
 * Ensures that the checked password still exists when the session starts, so that a removed password opens nothing.
 * It also records the source of the sign-in.
 *
 * @returns whether the account still has the password
 */
export async function holdPassword(signIn: CheckedSignIn, session: ClientSession): Promise<boolean> {
  return recordSource(signIn, session, withSamePassword(signIn.account));
}
