import type { Route } from '@pas/platform/http/define-route';
import { ok } from '@pas/platform/http/reply';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import {
  deviceOf,
  forBrowsers,
  replySignedIn,
  SessionAnswer,
  type Sessions,
} from '../auth/browser-session.ts';
import { checkChallenge, ofSignIn, startChallenge } from './challenges.ts';
import { ChallengeId, RequestOptions } from './passkey-options.schema.ts';
import { SignInByPasskey } from './passkey.schema.ts';
import type { Passkeys } from './prepare-passkey.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';

const anyone = { accountId: null, sessionId: null, passwordVersion: null } as const;

/** Routes for the sign-in by passkey. */
export function passkeySignInRoutes(
  sessions: Sessions,
  { party, limits }: Omit<Passkeys, 'guesses'>,
): Route[] {
  return [
    definePublicRoute({
      method: 'post',
      path: '/api/v1/auth/passkeys/options',
      operationId: 'requestPasskeySignInOptions',
      summary: 'Request options for a sign-in by passkey',
      description:
        'Pass `options` to `navigator.credentials.get()`, then sign in with the result. The options name no account: the authenticator offers its passkeys of this address. An address has 1,000 requests in 15 minutes, together with the sign-ins.',
      scope: null,
      response: z.object({ options: RequestOptions, challengeId: ChallengeId }),
      run: async ({ ctx }) => {
        await limits.countAddress(ctx.client.ip);
        const options = party.describeRequest();
        const { challenge } = options;
        const challengeId = await startChallenge(ctx, { purpose: 'SIGN_IN', challenge, ...anyone });
        return ok({ options, challengeId });
      },
    }),
    definePublicRoute({
      ...forBrowsers,
      method: 'post',
      path: '/api/v1/auth/passkeys',
      operationId: 'signInByPasskey',
      summary: 'Sign in with a passkey',
      description:
        'An unknown passkey and a wrong answer get the same 401. Challenges work once, for 5 minutes: later ones are 422 with `challenge_ended` in `errors`.',
      scope: null,
      body: SignInByPasskey,
      response: SessionAnswer,
      isSecret: true,
      check: ({ ctx, body: { challengeId } }) =>
        challengeId === undefined ? undefined : checkChallenge(ctx, ofSignIn(challengeId)),
      codes: {
        401: ['invalid_credentials'],
        403: ['resident_not_found', 'resident_former', 'resident_disabled', 'origin_not_allowed'],
      },
      run: async ({ ctx, headers, body }) => {
        await limits.countAddress(ctx.client.ip);
        const device = deviceOf(sessions, headers);
        const came = await signInByPasskey(ctx, party, { ...body, device });
        return replySignedIn(sessions, { ctx, headers, device }, came);
      },
    }),
  ];
}
