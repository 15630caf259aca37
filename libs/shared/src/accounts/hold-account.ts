import type { ClientSession } from 'mongoose';
import { AccountModel } from '../models/account.ts';
import { residentDisabled } from './load-resident.ts';

/**
 * Writes an account that a user is linked to. An erasure that removes the account then conflicts, and one of the two
 * retries.
 *
 * @throws forbidden if the account was removed meanwhile
 */
export async function holdAccount(_id: string, now: Date, session: ClientSession): Promise<void> {
  const { matchedCount } = await AccountModel.updateOne({ _id }, { $set: { updatedAt: now } }, { session });
  if (matchedCount === 0) throw residentDisabled();
}
