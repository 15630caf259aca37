import type { GuessLimits } from '@pas/shared/accounts/guess-limits';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import { PasskeyModel, type PasskeyRow } from '@pas/shared/models/passkey';
import { loadAccount } from '../me/load-account.ts';
import { requireOwner } from '../me/require-owner.ts';
import { startChallenge } from './challenges.ts';
import type { CreationOptions } from './passkey-options.schema.ts';
import type { PreparePasskey } from './passkey.schema.ts';
import type { RelyingParty } from './relying-party.ts';

/** The largest number of passkeys of one person. */
export const maxPasskeys = 10;

/** Builds the error of a person with the maximum number of passkeys. */
export const passkeyLimitReached = () =>
  conflict('passkey_limit_reached', `You have ${maxPasskeys} passkeys already. Remove one first.`);

/** Dependencies of passkeys. */
export interface Passkeys {
  party: RelyingParty;
  limits: RequestLimits;
  /** Limits of wrong passwords, shared with the log-in. */
  guesses: GuessLimits;
}

/** Options for the authenticator, and the id of their challenge. */
interface PreparedPasskey {
  options: CreationOptions;
  challengeId: string;
}

/**
 * Writes the options for a new passkey of the signed-in person.
 *
 * @throws conflict beyond ten passkeys; rate_limited after 20 calls within 15 minutes; others as `requireOwner`
 */
export async function preparePasskey(
  ctx: OperationContext,
  { party, limits, guesses }: Passkeys,
  { password }: PreparePasskey,
): Promise<PreparedPasskey> {
  const account = await loadAccount(ctx);
  const { _id: accountId, passwordVersion } = account;
  await limits.countTarget(accountId);
  await requireOwner(ctx, guesses, { account, password });
  const known = await PasskeyModel.find({ accountId }).limit(maxPasskeys).lean<PasskeyRow[]>();
  if (known.length === maxPasskeys) throw passkeyLimitReached();
  const options = party.describeCreation(account, known);
  const { challenge } = options;
  const { sessionId } = ctx.principal;
  const purpose = { purpose: 'REGISTRATION', challenge, accountId, sessionId, passwordVersion } as const;
  return { options, challengeId: await startChallenge(ctx, purpose) };
}
