import { created, noContent, ok } from '@pas/platform/http/reply';
import type { Route } from '@pas/platform/http/define-route';
import { LogIn, LogOut, Refresh, SignInAnswer, SignUp } from '@pas/shared/accounts/accounts.schema';
import { logIn } from '@pas/shared/accounts/log-in';
import { logOut } from '@pas/shared/accounts/log-out';
import { presentSignedIn } from '@pas/shared/accounts/present-signed-in';
import { renewSession } from '@pas/shared/accounts/renew-session';
import type { SignIn } from '@pas/shared/accounts/sign-in-settings';
import { checkSignUp, signUp } from '@pas/shared/accounts/sign-up';
import { definePublicRoute } from '@pas/shared/routes/define-route';

/** Date from which these paths are deprecated. */
const since = new Date('2026-01-01T00:00:00Z');

const signedIn = { scope: null, response: SignInAnswer, isSecret: true } as const;
const successor = (path: `/${string}`) => ({ deprecated: { since, successor: path } });

/**
 * Sign-in and sign-out paths of older apps. They accept the same bodies and behave like the paths below `/api/v1/auth`.
 * Their answers name these successors.
 */
export function registrationRoutes(signIn: SignIn): Route[] {
  const { signer, limits } = signIn;
  return [
    definePublicRoute({
      ...signedIn,
      ...successor('/api/v1/auth/signup'),
      method: 'post',
      path: '/registration/signup',
      operationId: 'registerResident',
      summary: 'Sign up with an invite (older apps)',
      description: 'Does the same as `POST /api/v1/auth/signup`. New apps use that path.',
      body: SignUp,
      status: [201, 200],
      failures: [404],
      check: async ({ ctx, body, faulty }) => checkSignUp(ctx, body, faulty),
      codes: {
        401: ['token_invalid', 'token_expired'],
        403: ['tenant_suspended', 'resident_disabled', 'email_unverified'],
        409: ['account_exists', 'identity_conflict'],
        410: ['invite_expired', 'invite_revoked', 'invite_superseded', 'invite_accepted'],
        422: ['phone_is_virtual_number', 'premium_number', 'password_too_common'],
        503: ['identity_unavailable'],
      },
      run: async ({ ctx, body }) => {
        const { signedIn: came, isRepeat } = await signUp(ctx, signIn, { ...body, device: null });
        const answer = await presentSignedIn(signer, came, ctx.now);
        return isRepeat ? ok(answer) : created(answer);
      },
    }),
    definePublicRoute({
      ...signedIn,
      ...successor('/api/v1/auth/login'),
      method: 'post',
      path: '/registration/login',
      operationId: 'logInToApp',
      summary: 'Sign in with e-mail and password (older apps)',
      description:
        'Does the same as `POST /api/v1/auth/login`, with the same limits. New apps use that path. An unknown e-mail and a wrong password get the same answer.',
      body: LogIn,
      codes: {
        401: ['invalid_credentials'],
        403: ['resident_not_found', 'resident_former', 'resident_disabled'],
      },
      run: async ({ ctx, body }) =>
        ok(await presentSignedIn(signer, await logIn(ctx, limits, { ...body, device: null }), ctx.now)),
    }),
    definePublicRoute({
      ...signedIn,
      ...successor('/api/v1/auth/refresh'),
      method: 'post',
      path: '/registration/refresh',
      operationId: 'refreshAppSession',
      summary: 'Exchange a refresh token for the next one and a new Core JWT (older apps)',
      description:
        'Does the same as `POST /api/v1/auth/refresh`. New apps use that path. A refresh token of either path works at both.',
      body: Refresh,
      codes: { 401: ['token_invalid'], 403: ['resident_former', 'resident_disabled'] },
      run: async ({ ctx, body }) =>
        ok(await presentSignedIn(signer, await renewSession(ctx, body.refreshToken), ctx.now)),
    }),
    definePublicRoute({
      ...successor('/api/v1/auth/logout'),
      method: 'post',
      path: '/registration/logout',
      operationId: 'logOutOfApp',
      summary: 'Sign out (older apps)',
      description:
        'Does the same as `POST /api/v1/auth/logout`. New apps use that path. Ends the session of the refreshToken. Without a refreshToken, ends the session of the Core JWT.',
      scope: null,
      credential: 'coreToken',
      body: LogOut,
      codes: { 401: ['credentials_missing'] },
      run: async ({ ctx, body }) => {
        await logOut(ctx, body.refreshToken);
        return noContent();
      },
    }),
  ];
}
