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
import { callbackUrlAt } from './public-urls.ts';

interface StartLogin {
  returnTo: string;
  /** The hash of the token of a setup link. */
  setup?: string;
  /** Asks the provider for a new log-in, even if the person has a session there. */
  isFresh: boolean;
  /** The Cookie header. */
  cookie: string | undefined;
  /** The address of ours that the browser uses. */
  publicUrl: string;
}

/** The most log-ins of one browser at a time. */
const maxLogins = 5;

/** Makes the `Set-Cookie` lines that remove unreadable log-ins and the oldest ones, so that a new one has room. */
async function clearOldLogins(
  { cookies, pendingLogins }: Operators,
  cookie: string | undefined,
): Promise<string[]> {
  const logins = cookies.loginStates(cookie).map(async (state) => {
    const kind = cookies.login(state);
    const login = await pendingLogins.open(kind.read(cookie) ?? '');
    return { kind, startedAt: login?.iat ?? 0 };
  });
  // Browsers send older cookies first (RFC 6265, section 5.4), which decides within one second.
  const newestFirst = (await Promise.all(logins)).toReversed().toSorted((a, b) => b.startedAt - a.startedAt);
  const surplus = newestFirst.filter(({ startedAt }, index) => startedAt === 0 || index >= maxLogins - 1);
  return surplus.map(({ kind }) => kind.clear());
}

/**
 * Sends a browser to the identity provider: code flow with PKCE (RFC 7636), state and nonce. The state for the callback
 * is in an encrypted cookie of its own.
 *
 * @throws unavailable (`identity_unavailable`)
 */
export async function startLogin(
  operators: Operators,
  { returnTo, isFresh, setup, cookie, publicUrl }: StartLogin,
): Promise<RedirectReply> {
  const configuration = await operators.client.connect();
  const login = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    returnTo,
    isFresh,
    isDone: false,
    setup: setup ?? null,
  };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrlAt(publicUrl),
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
    cookies: [
      ...(await clearOldLogins(operators, cookie)),
      operators.cookies.login(login.state).set(sealed, pendingSeconds),
    ],
  };
}
