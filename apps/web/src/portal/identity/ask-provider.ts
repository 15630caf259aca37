import * as oauth from 'oauth4webapi';
import { identityFault, type IdentityFault } from './identity-faults.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { landingPath, type IdentityAnswer, type Journey } from './journey.ts';

/** Timeout of each request to the provider, in milliseconds. */
const timeoutMs = 10_000;

/** Plain http is for local systems: in production the gateway accepts only an https issuer. */
const optionsFor = ({ issuer }: IdentityProvider) => ({
  [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:',
  signal: () => AbortSignal.timeout(timeoutMs),
});

/** The service checks the times of a token. The clock of this device may be wrong by hours. */
const clientOf = ({ clientId }: IdentityProvider): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: 86_400,
});

const landingAt = (origin: string): string => `${origin}${landingPath}`;

const away = (): never => {
  throw identityFault('identity_unavailable');
};

async function discover(provider: IdentityProvider): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(provider.issuer);
  const response = await oauth.discoveryRequest(issuer, optionsFor(provider)).catch(away);
  return oauth.processDiscoveryResponse(issuer, response).catch(away);
}

/** Start of a journey, with its options. */
export interface Departure {
  /** The origin of the portal. */
  origin: string;
  /** The portal's address after the return. */
  returnTo: string;
  /** Makes the provider ask for the account, even with a session of its own. */
  isAnew: boolean;
}

/**
 * Prepares a journey to the identity provider: code flow with PKCE, state and nonce (OpenID Connect Core, section 3.1).
 *
 * @returns the provider's address, and the journey to store until the return
 * @throws ApiProblem `identity_unavailable`
 */
export async function startJourney(
  provider: IdentityProvider,
  { origin, returnTo, isAnew }: Departure,
): Promise<{ address: string; journey: Journey }> {
  const { authorization_endpoint: endpoint } = await discover(provider);
  if (endpoint === undefined) return away();
  const verifier = oauth.generateRandomCodeVerifier();
  const journey = {
    verifier,
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    returnTo,
  };
  const address = new URL(endpoint);
  const parameters = {
    client_id: provider.clientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: landingAt(origin),
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isAnew && { prompt: 'login' }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return { address: address.href, journey };
}

/** Faults by error code of the provider (RFC 6749, section 4.1.2.1). Other codes mean a faulty request. */
const refusals: Readonly<Record<string, IdentityFault>> = {
  access_denied: 'identity_canceled',
  server_error: 'identity_unavailable',
  temporarily_unavailable: 'identity_unavailable',
};

function readAnswer(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  { parameters, journey }: { parameters: URLSearchParams; journey: Journey },
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, client, parameters, journey.state);
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw identityFault('identity_unasked');
    throw identityFault(refusals[error.error] ?? 'identity_refused');
  }
}

/**
 * Redeems the provider's answer for the person's ID token. The service that receives the token verifies its
 * signature.
 *
 * @throws ApiProblem `identity_unasked` without a journey of this tab, `identity_canceled`,
 * `identity_refused` for an invalid code or token, `identity_unavailable`
 */
export async function finishJourney(
  provider: IdentityProvider,
  { parameters, journey }: IdentityAnswer,
  origin: string,
): Promise<string> {
  if (journey === null) throw identityFault('identity_unasked');
  const client = clientOf(provider);
  const server = await discover(provider);
  const answer = readAnswer(server, client, { parameters, journey });
  const response = await oauth
    .authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      landingAt(origin),
      journey.verifier,
      optionsFor(provider),
    )
    .catch(away);
  if (response.status >= 500 || response.status === 429) return away();
  // A connection that breaks within the body is no refusal.
  await response.clone().text().catch(away);
  const checks = { expectedNonce: journey.nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks).catch(() => {
    throw identityFault('identity_refused');
  });
  return tokens.id_token ?? '';
}
