import { withTenant } from '@pas/platform/context/operation-context';
import { invalidCredentials } from '@pas/platform/errors/raise';
import { chooseResident } from '@pas/shared/accounts/choose-resident';
import { recordSourceDaily, type SignInSource } from '@pas/shared/accounts/known-sources';
import { residentsOfAccount } from '@pas/shared/accounts/residents-of-account';
import { commitSignIn, signInAs, type SignInResult } from '@pas/shared/accounts/sign-in-as';
import type { Change } from '@pas/shared/change/commit';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { PasskeyModel, type PasskeyRow } from '@pas/shared/models/passkey';
import { ofSignIn, takeChallenge } from './challenges.ts';
import type { SignInByPasskey } from './passkey.schema.ts';
import type { RelyingParty, UsedPasskey } from './relying-party.ts';

const refusal = () =>
  invalidCredentials('This passkey is not valid here. Sign in with another passkey or your password.');

/** A passkey after the check of its signature. */
interface VerifiedSignIn {
  passkey: PasskeyRow;
  used: UsedPasskey;
}

/** @throws unauthenticated for an unknown passkey and for a wrong answer, without naming which */
async function verify(
  ctx: PublicContext,
  party: RelyingParty,
  { challengeId, credential }: SignInByPasskey,
): Promise<VerifiedSignIn> {
  const { challenge } = await takeChallenge(ctx, ofSignIn(challengeId));
  const passkey = await PasskeyModel.findOne({ credentialId: credential.id }).lean<PasskeyRow>();
  if (!passkey) throw refusal();
  try {
    return { passkey, used: await party.verifySignIn(credential, challenge, passkey) };
  } catch (err) {
    ctx.log.info({ err, passkey: passkey._id }, 'the answer of a passkey is refused');
    throw refusal();
  }
}

/**
 * Records the use of a passkey. A signature counter must grow; two equal ones prove a copy of the authenticator
 * (WebAuthn Level 3, section 6.1.1).
 *
 * @throws unauthenticated when the passkey was removed or its counter was used meanwhile
 */
async function recordUse(
  { now }: PublicContext,
  { session }: Change,
  { passkey: { _id }, used }: VerifiedSignIn,
): Promise<void> {
  const before = used.counter === 0 ? 0 : { $lt: used.counter };
  const update = { $set: { ...used, lastUsedAt: now } };
  const { matchedCount } = await PasskeyModel.updateOne({ _id, counter: before }, update, { session });
  if (matchedCount === 0) throw refusal();
}

/**
 * Signs a person in by a passkey.
 *
 * @throws invalid for an ended challenge; unauthenticated for a passkey that is unknown or answers wrongly
 * @throws forbidden when the person may not sign in anywhere
 */
export async function signInByPasskey(
  ctx: PublicContext,
  party: RelyingParty,
  { device, ...input }: SignInByPasskey & Pick<SignInSource, 'device'>,
): Promise<SignInResult> {
  const verified = await verify(ctx, party, input);
  const { accountId } = verified.passkey;
  const account = await AccountModel.findById(accountId).lean<AccountRow>();
  if (!account) throw refusal();
  const user = await chooseResident(await residentsOfAccount(account), ctx.now);
  const tenantCtx = withTenant(ctx, user.tenantId);
  return commitSignIn(tenantCtx, user, async (change) => {
    await recordUse(ctx, change, verified);
    const source = { ip: ctx.client.ip, device };
    await recordSourceDaily({ account, source, now: ctx.now }, change.session);
    return { ...(await signInAs(tenantCtx, change, { user, accountId })), account };
  });
}
