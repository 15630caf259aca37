import { alreadyExists } from '@pas/platform/errors/raise';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { newId } from '@pas/shared/ids/id';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import type { PasskeyChallengeRow } from '@pas/shared/models/passkey-challenge';
import { PasskeyModel, type PasskeyRow } from '@pas/shared/models/passkey';
import { loadAccount } from '../me/load-account.ts';
import { queueNotice } from '../me/queue-notice.ts';
import { challengeEnded, ofRegistration, takeChallenge } from './challenges.ts';
import { auditedPasskey, type AddPasskey } from './passkey.schema.ts';
import { maxPasskeys, passkeyLimitReached } from './prepare-passkey.ts';
import type { RelyingParty, VerifiedPasskey } from './relying-party.ts';

/** @throws invalid (`credential_invalid`) */
async function verify(
  { log }: OperationContext,
  party: RelyingParty,
  { challenge, credential }: Pick<AddPasskey, 'credential'> & { challenge: string },
): Promise<VerifiedPasskey> {
  try {
    return await party.verifyCreation(credential, challenge);
  } catch (err) {
    log.info({ err }, 'a new passkey is refused');
    const message = 'credential: It does not answer the challenge for this address. Start again.';
    throw invalidField('credential', 'credential_invalid', message);
  }
}

/**
 * Writes the account, so that concurrent additions respect the limit. An addition also conflicts with a proof of the
 * e-mail and a reset of the password, which remove all passkeys.
 *
 * @throws invalid (`challenge_ended`) when the password has changed since the challenge; conflict beyond ten passkeys
 */
async function requireBelowLimit(
  { now }: OperationContext,
  { session }: Change,
  { accountId: _id, passwordVersion }: Pick<PasskeyChallengeRow, 'accountId' | 'passwordVersion'>,
): Promise<void> {
  const held = { _id: _id ?? '', passwordVersion };
  const { matchedCount } = await AccountModel.updateOne(held, { $set: { updatedAt: now } }, { session });
  if (matchedCount === 0) throw challengeEnded();
  const count = await PasskeyModel.countDocuments({ accountId: held._id }, { limit: maxPasskeys, session });
  if (count === maxPasskeys) throw passkeyLimitReached();
}

/** A passkey to store for an account. */
interface NewPasskey {
  row: PasskeyRow;
  challenge: PasskeyChallengeRow;
  account: AccountRow;
}

async function commitPasskey(ctx: OperationContext, { row, challenge, account }: NewPasskey): Promise<void> {
  const userId = ctx.principal.id ?? '';
  await commit(ctx, async (change) => {
    await requireBelowLimit(ctx, change, challenge);
    await insertRows(PasskeyModel, [row], change.session);
    await queueNotice(ctx, change, { kind: 'PASSKEY_ADDED', userId, to: account.email });
    change.record({
      action: 'user.passkey_added',
      targets: [
        { type: 'user', id: userId },
        { type: 'passkey', id: row._id },
      ],
      changes: fieldChanges(null, row, auditedPasskey),
    });
  });
}

/**
 * Adds a passkey to the account of the signed-in person, who gets a mail about it.
 *
 * @throws invalid for an ended challenge, and for a credential that does not answer it
 * @throws conflict beyond ten passkeys, and for a known credential
 */
export async function addPasskey(
  ctx: OperationContext,
  party: RelyingParty,
  { challengeId, credential, name = null }: AddPasskey,
): Promise<PasskeyRow> {
  const account = await loadAccount(ctx);
  const challenge = await takeChallenge(ctx, ofRegistration(ctx, challengeId));
  const verified = await verify(ctx, party, { credential, challenge: challenge.challenge });
  const row: PasskeyRow = {
    _id: newId('passkey'),
    accountId: account._id,
    ...verified,
    transports: credential.response.transports ?? [],
    name,
    createdAt: ctx.now,
    lastUsedAt: null,
  };
  try {
    await commitPasskey(ctx, { row, challenge, account });
  } catch (error) {
    throw isDuplicateIn(error, ['credentialId']) ? alreadyExists('passkey', 'credential') : error;
  }
  return row;
}
