import type { GuessLimits } from '@pas/shared/accounts/guess-limits';
import { loadResident } from '@pas/shared/accounts/load-resident';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import { emailKey } from '@pas/shared/contacts/email';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ContactCodeRow } from '@pas/shared/models/contact-code';
import { isCurrent } from '@pas/shared/models/user';
import type { ChangeEmail } from './email.schema.ts';
import { loadAccountOf } from './load-account.ts';
import { queueCode } from './queue-code.ts';
import { requireOwner } from './require-owner.ts';

/** Limits of wrong passwords, and of codes. */
export interface EmailLimits {
  guesses: GuessLimits;
  requests: RequestLimits;
}

/**
 * Queues a code to the new e-mail address of the signed-in resident. `verifyEmail` changes the address. A used address
 * gets a code too, so that the answer does not reveal who has an account.
 *
 * @throws forbidden without the password or a fresh log-in
 * @throws rate_limited after too many wrong passwords, codes or messages
 */
export async function requestEmailCode(
  ctx: OperationContext,
  limits: EmailLimits,
  { email, password }: ChangeEmail,
): Promise<ContactCodeRow> {
  const user = await loadResident(ctx);
  const account = await loadAccountOf(user);
  await requireOwner(ctx, limits.guesses, { account, password });
  await limits.requests.countAddress(ctx.client.ip);
  for (const target of [account._id, emailKey(email)]) await limits.requests.countTarget(target);
  const home = user.residences.find((residence) => isCurrent(residence, ctx));
  const propertyId = home?.propertyId ?? null;
  return queueCode(ctx, { userId: user._id, propertyId, channel: 'EMAIL', to: email });
}
