import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '../context/operation-context.ts';
import { emailKey } from '../contacts/email.ts';
import { retryOnDuplicate } from '@pas/platform/mongo/duplicate-key';
import type { Identity } from './identity.ts';
import type { IdentityVerifier } from './verify-identity-token.ts';
import { recordSourceDaily, type SignInSource } from './known-sources.ts';
import { chooseResident } from './choose-resident.ts';
import { commitSignIn, signInAs, type SignInResult } from './sign-in-as.ts';
import { findAccountOf, pinIdentity } from './pin-identity.ts';
import { residentsWith, unlinkedResidents } from './residents-of-account.ts';

async function admit(
  ctx: PublicContext,
  identity: Identity,
  device: SignInSource['device'],
): Promise<SignInResult> {
  const unlinked = await unlinkedResidents(emailKey(identity.email));
  const account = await findAccountOf(identity);
  const residents = account ? await residentsWith(account, unlinked) : unlinked;
  const user = await chooseResident(residents, ctx.now);
  const tenantCtx = withTenant(ctx, user.tenantId);
  return commitSignIn(tenantCtx, user, async (change) => {
    const { account: own } = await pinIdentity(tenantCtx, identity, change.session);
    const source = { ip: ctx.client.ip, device };
    await recordSourceDaily({ account: own, source, now: ctx.now }, change.session);
    const signedIn = await signInAs(tenantCtx, change, { user, accountId: own._id });
    return { ...signedIn, saved: { account: own, isNew: false } };
  });
}

/**
 * Signs in a person whom the identity provider has verified. The first match is by e-mail and pins the identity.
 * Later matches are by the pinned identity. A resident without an account gets one. The exchange accepts no invite.
 *
 * @throws unauthenticated, forbidden or unavailable as the verification of the token
 * @throws forbidden when no resident may sign in, conflict when the e-mail belongs to another identity
 */
export async function exchangeIdentity(
  ctx: PublicContext,
  identity: IdentityVerifier,
  { token, device }: { token: string } & Pick<SignInSource, 'device'>,
): Promise<SignInResult> {
  const verified = await identity.verify(token);
  return retryOnDuplicate(['emailKey', 'identity'], async () => admit(ctx, verified, device));
}
