import type { Route } from '@pas/platform/http/define-route';
import { invalidField, unauthenticated } from '@pas/shared/errors/raise';
import { definePublicRoute, defineRoute } from '@pas/shared/routes/define-route';
import { accepted, noContent, ok } from '@pas/platform/http/reply';
import { z } from 'zod';
import {
  InvitePreview,
  InviteRenewal,
  presentInvitePreview,
  presentInviteRenewal,
} from '../invites/invite-preview.schema.ts';
import { InviteTokenParam } from '../invites/invites.routes.ts';
import { LogIn, LogOut, Refresh, SignUp, SwitchResident } from '@pas/shared/accounts/accounts.schema';
import { bearerOf } from './bearer-of.ts';
import {
  deviceOf,
  forBrowsers,
  forgetSession,
  isBrowser,
  type RequestHeaders,
  refreshTokenOf,
  replySignedIn,
  SessionAnswer,
  type Sessions,
} from './browser-session.ts';
import { exchangeIdentity } from '@pas/shared/accounts/exchange-identity';
import { logIn } from '@pas/shared/accounts/log-in';
import { logOut } from '@pas/shared/accounts/log-out';
import { previewInvite } from './preview-invite.ts';
import { requestRenewal } from './request-renewal.ts';
import type { SignUpChecks } from '@pas/shared/accounts/sign-up-checks';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import { renewSession } from '@pas/shared/accounts/renew-session';
import { checkSignUp, signUp } from '@pas/shared/accounts/sign-up';
import { switchResident } from './switch-resident.ts';

/** Dependencies of sign-in: checks of proofs, and the signer of answers. */
export interface Auth extends SignUpChecks, Sessions {
  /** Limits the mails for forgotten passwords. */
  resetLimits: RequestLimits;
}

const signedIn = { ...forBrowsers, scope: null, response: SessionAnswer, isSecret: true } as const;

/** Codes of a token of the identity provider in the header or the body. */
const identityTokenCodes = ['token_invalid', 'token_expired'] as const;

/** Builds the error for a refresh without a refresh token. */
const noRefreshToken = (headers: RequestHeaders) =>
  isBrowser(headers)
    ? unauthenticated('credentials_missing', 'This browser has no refresh cookie. Sign in.')
    : invalidField('refreshToken', 'required', 'refreshToken is required.');

/** Routes for sign-up, sign-in, refresh and sign-out. */
export function authRoutes(auth: Auth): Route[] {
  const { limits, identity } = auth;
  return [
    definePublicRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/signup',
      operationId: 'signUp',
      summary: 'Sign up with an invite',
      description:
        'The invite’s token proves the right to live in its unit. The default e-mail and phone are those of the invite. If the e-mail already has an account, send the password of that account. A new password must not be among the most common ones (422 `password_too_common`). If the answer was lost, repeat the sign-up within 15 minutes: 200 with new tokens. The repeat needs the same e-mail and password, or the same identity.',
      body: SignUp,
      status: [201, 200],
      failures: [404],
      check: async ({ ctx, body, faulty }) => checkSignUp(ctx, body, faulty),
      codes: {
        401: identityTokenCodes,
        403: ['tenant_suspended', 'resident_disabled', 'email_unverified', 'origin_not_allowed'],
        409: ['account_exists', 'identity_conflict'],
        410: ['invite_expired', 'invite_revoked', 'invite_superseded', 'invite_accepted'],
        422: ['phone_is_virtual_number', 'premium_number', 'password_too_common'],
        503: ['identity_unavailable'],
      },
      run: async ({ ctx, headers, body }) => {
        const device = deviceOf(auth, headers);
        const { signedIn: came, isRepeat } = await signUp(ctx, auth, { ...body, device });
        return replySignedIn(auth, { ctx, headers, device, isNew: !isRepeat }, came);
      },
    }),
    definePublicRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/login',
      operationId: 'logIn',
      summary: 'Sign in with e-mail and password',
      description:
        'An unknown e-mail and a wrong password get the same answer. Wrong passwords are limited per account and per address. Browsers and addresses that signed in within 30 days have their own limit at the account. With X-Pas-Client: web, a cookie identifies the browser. 503 with Retry-After when too many passwords are being checked.',
      body: LogIn,
      codes: {
        401: ['invalid_credentials'],
        403: ['resident_not_found', 'resident_former', 'resident_disabled', 'origin_not_allowed'],
      },
      run: async ({ ctx, headers, body }) => {
        const device = deviceOf(auth, headers);
        const came = await logIn(ctx, limits, { ...body, device });
        return replySignedIn(auth, { ctx, headers, device }, came);
      },
    }),
    definePublicRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/clerk-session',
      operationId: 'exchangeIdentityToken',
      summary: 'Exchange a session token of the identity provider for a Core JWT',
      description:
        'The resident is matched by e-mail. The identity provider must have verified the e-mail. The first match pins the identity. This operation accepts no invite.',
      credential: 'identityToken',
      codes: {
        401: ['credentials_missing', ...identityTokenCodes],
        403: [
          'resident_not_found',
          'resident_former',
          'resident_disabled',
          'email_unverified',
          'origin_not_allowed',
        ],
        409: ['identity_conflict'],
        503: ['identity_unavailable'],
      },
      run: async ({ ctx, headers }) => {
        const device = deviceOf(auth, headers);
        const came = await exchangeIdentity(ctx, identity, { token: bearerOf(headers), device });
        return replySignedIn(auth, { ctx, headers, device }, came);
      },
    }),
    definePublicRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/refresh',
      operationId: 'refreshSession',
      summary: 'Exchange a refresh token for the next one and a new Core JWT',
      description:
        'A refresh token can be used once. A repeat within 10 seconds gets the same successor, at most three times and until the successor is used. Any reuse after that ends the session. A session ends after 30 days without use, and 90 days after the log-in. With X-Pas-Client: web, the refresh token is read from the cookie, and the body can be omitted.',
      body: Refresh.partial(),
      codes: {
        401: ['token_invalid', 'credentials_missing'],
        403: ['resident_former', 'resident_disabled', 'origin_not_allowed'],
      },
      run: async ({ ctx, headers, body }) => {
        const token = refreshTokenOf(auth, headers, body);
        if (token === undefined) throw noRefreshToken(headers);
        return replySignedIn(auth, { ctx, headers }, await renewSession(ctx, token));
      },
    }),
    definePublicRoute({
      ...forBrowsers,
      method: 'post',
      path: '/api/v1/auth/logout',
      operationId: 'logOut',
      summary: 'Sign out',
      description:
        'Ends the session of the refreshToken. Without a refreshToken, ends the session of the Core JWT. With X-Pas-Client: web, the refresh token is read from the cookie, which is removed.',
      scope: null,
      credential: 'coreToken',
      body: LogOut,
      codes: { 401: ['credentials_missing'], 403: ['origin_not_allowed'] },
      run: async ({ ctx, headers, body }) => {
        await logOut(ctx, refreshTokenOf(auth, headers, body));
        return noContent(forgetSession(auth, headers));
      },
    }),
    defineRoute({
      ...signedIn,
      method: 'post',
      path: '/api/v1/auth/switch',
      operationId: 'switchResident',
      summary: 'Switch to another membership of mine',
      description:
        'For a person with residences at several tenants. The session continues with the chosen membership.',
      callers: 'resident',
      body: SwitchResident,
      failures: [404],
      codes: { 403: ['resident_former', 'resident_disabled', 'origin_not_allowed'] },
      run: async ({ ctx, headers, body }) =>
        replySignedIn(auth, { ctx, headers }, await switchResident(ctx, body.userId)),
    }),
    definePublicRoute({
      method: 'get',
      path: '/api/v1/auth/invites/{token}',
      operationId: 'previewInvite',
      summary: 'Read an invite',
      description:
        'Any holder of the link can read it. Reading does not accept the invite and does not use it up.',
      scope: null,
      params: { token: InviteTokenParam },
      response: z.object({ invite: InvitePreview }),
      codes: {
        403: ['tenant_suspended'],
        410: ['invite_expired', 'invite_revoked', 'invite_superseded', 'invite_accepted'],
      },
      run: async ({ ctx, params: { token } }) =>
        ok({ invite: presentInvitePreview(await previewInvite(ctx, token), ctx.now) }),
    }),
    definePublicRoute({
      method: 'post',
      path: '/api/v1/auth/invites/{token}/renewal',
      operationId: 'requestInviteRenewal',
      summary: 'Request a new link',
      description:
        'Applies to an expired invite. The property manager sees the request and can resend the invite. A request within 24 hours of the last one gets the same answer and changes nothing.',
      scope: null,
      params: { token: InviteTokenParam },
      status: [202],
      response: z.object({ invite: InviteRenewal }),
      codes: {
        403: ['tenant_suspended'],
        409: ['invite_pending'],
        410: ['invite_revoked', 'invite_superseded', 'invite_accepted'],
      },
      run: async ({ ctx, params: { token } }) =>
        accepted({ invite: presentInviteRenewal(await requestRenewal(ctx, token), ctx.now) }),
    }),
  ];
}
