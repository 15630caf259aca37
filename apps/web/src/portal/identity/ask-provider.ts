import * as oauth from 'oauth4webapi';
import { identityFault, type IdentityFault } from './identity-faults.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { landingPath, type IdentityAnswer, type Journey } from './journey.ts';

/** How long the page waits for each answer of the provider. */
const timeoutMs = 10_000;

/** Plain http is for local systems: in production the gateway takes an https issuer alone. */
const optionsFor = ({ issuer }: IdentityProvider) => ({
  [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:',
  signal: () => AbortSignal.timeout(timeoutMs),
});

const clientOf = ({ clientId }: IdentityProvider): oauth.Client => ({ client_id: clientId });

const landingAt = (origin: string): string => `${origin}${landingPath}`;

const away = (): never => {
  throw identityFault('identity_unavailable');
};

async function discover(provider: IdentityProvider): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(provider.issuer);
  const response = await oauth.discoveryRequest(issuer, optionsFor(provider)).catch(away);
  return oauth.processDiscoveryResponse(issuer, response).catch(away);
}

/** Where a journey begins, and what it asks for. */
export interface Departure {
  /** The origin of the portal. */
  origin: string;
  /** The address of the portal to go on at. */
  returnTo: string;
  /** Asks for the account anew, also where the provider still knows the person. */
  isAnew: boolean;
}

/**
 * Prepares a journey to the identity provider: code flow with PKCE, state and nonce (OpenID Connect Core, section 3.1).
 *
 * @returns the address to go to, and what to keep until the person is back
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

/** What the provider's refusals mean here (RFC 6749, section 4.1.2.1); every other one is a fault of the request. */
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
 * Redeems the provider's answer for the person's ID token. Its signature is verified by the service that takes it.
 *
 * @throws ApiProblem `identity_unasked` for an answer to no journey of this tab, `identity_canceled`,
 *   `identity_refused` for a code or a token that doesn't hold, `identity_unavailable`
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
  if (response.status >= 500) return away();
  const checks = { expectedNonce: journey.nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks).catch(() => {
    throw identityFault('identity_refused');
  });
  return tokens.id_token ?? '';
}
