import type { ClientSession } from 'mongoose';
import type { PublicContext } from '../context/operation-context.ts';
import { AccountModel, withSamePassword, type AccountRow } from '../models/account.ts';

/**
 * Holds the password that was checked until the session stands: one removed meanwhile lets nobody in.
 *
 * @returns whether the account still has it
 */
export async function holdPassword(
  { now }: Pick<PublicContext, 'now'>,
  account: AccountRow,
  session: ClientSession,
): Promise<boolean> {
  const held = await AccountModel.updateOne(
    { _id: account._id, ...withSamePassword(account) },
    { $set: { updatedAt: now } },
    { session },
  );
  return held.matchedCount > 0;
}
