import type { Route } from '@pas/platform/http/define-route';
import { definePublicRoute, defineRoute } from '@pas/shared/routes/define-route';
import { created, noContent, ok } from '@pas/platform/http/reply';
import type { CoreJwtSigner } from '@pas/shared/sessions/core-jwt';
import { z } from 'zod';
import { InvitePreview, presentInvitePreview } from '../invites/invite-preview.schema.ts';
import { InviteTokenParam } from '../invites/invites.routes.ts';
import {
  LogIn,
  LogOut,
  Refresh,
  SignedInAnswer,
  SignUp,
  SwitchResident,
} from '@pas/shared/accounts/accounts.schema';
import { bearerOf } from './bearer-of.ts';
import { exchangeIdentity } from '@pas/shared/accounts/exchange-identity';
import { logIn } from '@pas/shared/accounts/log-in';
import { logOut } from '@pas/shared/accounts/log-out';
import { presentSignedIn } from '@pas/shared/accounts/present-signed-in';
import { previewInvite } from './preview-invite.ts';
import type { SignUpChecks } from '@pas/shared/accounts/sign-up-checks';
import { renewSession } from '@pas/shared/accounts/renew-session';
import { checkSignUp, signUp } from '@pas/shared/accounts/sign-up';
import { switchResident } from './switch-resident.ts';

/** What signing in needs: how proofs are checked, and what answers are signed with. */
export interface Auth extends SignUpChecks {
  signer: CoreJwtSigner;
}

const tag = 'Auth';
const signedIn = { tag, scope: null, response: SignedInAnswer, isSecret: true } as const;

/** How residents come in, and out again. */
export function authRoutes(auth: Auth): Route[] {
  const { signer, limits, identity } = auth;
  return [
    definePublicRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/signup',
      operationId: 'signUp',
      summary: 'Sign up with an invite',
      description:
        'Holding the invite’s token is the right to live in its unit. Contacts are the invite’s unless others are given. An e-mail that has an account already takes that account’s password. Where the answer got lost, the same e-mail and password, or the same identity, may repeat the sign-up for 15 minutes: 200 with new tokens.',
      body: SignUp,
      status: [201, 200],
      failures: [404],
      check: async ({ ctx, body, faulty }) => checkSignUp(ctx, body, faulty),
      codes: {
        403: ['tenant_suspended', 'resident_disabled', 'email_unverified'],
        409: ['account_exists', 'identity_conflict'],
        410: ['invite_expired', 'invite_revoked', 'invite_superseded', 'invite_accepted'],
      },
      run: async ({ ctx, body }) => {
        const { signedIn: came, isRepeat } = await signUp(ctx, auth, body);
        const answer = await presentSignedIn(signer, came, ctx.now);
        return isRepeat ? ok(answer) : created(answer);
      },
    }),
    definePublicRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/login',
      operationId: 'logIn',
      summary: 'Sign in with e-mail and password',
      description:
        'An unknown e-mail and a wrong password are answered the same. Wrong passwords are limited per account and per address. While too many passwords are being checked, the answer is 503 with Retry-After.',
      body: LogIn,
      status: [200],
      codes: { 403: ['resident_not_found', 'resident_former', 'resident_disabled'] },
      run: async ({ ctx, body }) =>
        ok(await presentSignedIn(signer, await logIn(ctx, limits, body), ctx.now)),
    }),
    definePublicRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/clerk-session',
      operationId: 'exchangeIdentityToken',
      summary: 'Exchange a session token of the identity provider for a Core JWT',
      description:
        'The resident is matched by e-mail, which the identity provider must have verified; the first match pins the identity. No invite is accepted by it.',
      credential: 'identityToken',
      status: [200],
      codes: {
        403: ['resident_not_found', 'resident_former', 'resident_disabled', 'email_unverified'],
        409: ['identity_conflict'],
      },
      run: async ({ ctx, headers }) => {
        const came = await exchangeIdentity(ctx, identity, bearerOf(headers));
        return ok(await presentSignedIn(signer, came, ctx.now));
      },
    }),
    definePublicRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/refresh',
      operationId: 'refreshSession',
      summary: 'Exchange a refresh token for the next one and a new Core JWT',
      description:
        'A refresh token is good once. For 10 seconds after that it gets the same successor again, at most three times and until the successor is used. Any other token that comes a second time ends its session. A session ends after 30 days without use, and 90 days after the log-in.',
      body: Refresh,
      status: [200],
      codes: { 403: ['resident_former', 'resident_disabled'] },
      run: async ({ ctx, body }) =>
        ok(await presentSignedIn(signer, await renewSession(ctx, body.refreshToken), ctx.now)),
    }),
    definePublicRoute({
      method: 'post',
      path: '/api/v1/auth/logout',
      operationId: 'logOut',
      summary: 'Sign out',
      description: 'Ends the session of the refreshToken, or without one that of the Core JWT.',
      tag,
      scope: null,
      credential: 'coreToken',
      body: LogOut,
      status: [204],
      run: async ({ ctx, body }) => {
        await logOut(ctx, body.refreshToken);
        return noContent();
      },
    }),
    defineRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/switch',
      operationId: 'switchResident',
      summary: 'Act as another resident that I am',
      description: 'For a person with homes at several tenants: the session goes over to that membership.',
      callers: 'resident',
      body: SwitchResident,
      status: [200],
      failures: [404],
      codes: { 403: ['resident_former', 'resident_disabled'] },
      run: async ({ ctx, body }) =>
        ok(await presentSignedIn(signer, await switchResident(ctx, body.userId), ctx.now)),
    }),
    definePublicRoute({
      method: 'get',
      path: '/api/v1/auth/invites/{token}',
      operationId: 'previewInvite',
      summary: 'Look at an invite',
      description: 'For whoever holds the link. Looking accepts nothing and uses nothing up.',
      tag,
      scope: null,
      params: { token: InviteTokenParam },
      status: [200],
      response: z.object({ invite: InvitePreview }),
      codes: { 410: ['invite_expired', 'invite_revoked', 'invite_superseded', 'invite_accepted'] },
      run: async ({ ctx, params: { token } }) =>
        ok({ invite: presentInvitePreview(await previewInvite(ctx, token), ctx.now) }),
    }),
  ];
}
