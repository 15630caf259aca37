import type { RedirectReply } from '@pas/platform/http/reply';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Operators } from './operators.ts';
import { pendingSeconds } from './pending-login.ts';

interface StartLogin {
  returnTo: string;
  /** Asks the provider for a new log-in, even if the person has a session there. */
  isFresh: boolean;
}

/**
 * Sends a browser to the identity provider: code flow with PKCE (RFC 7636), state and nonce. The state for the callback
 * is in an encrypted cookie.
 *
 * @throws unavailable (`identity_unavailable`)
 */
export async function startLogin(
  operators: Operators,
  { returnTo, isFresh }: StartLogin,
): Promise<RedirectReply> {
  const configuration = await operators.client.connect();
  const login = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    returnTo,
    isFresh,
  };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: operators.callbackUrl,
    scope: operators.scope,
    state: login.state,
    nonce: login.nonce,
    code_challenge: await calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  });
  const sealed = await operators.pendingLogins.seal(login);
  return {
    kind: 'redirect',
    location: url.href,
    cookies: [operators.cookies.login.set(sealed, pendingSeconds)],
  };
}
