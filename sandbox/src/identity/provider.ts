import { randomBytes } from 'node:crypto';
import { Provider } from 'oidc-provider';
import type { AllClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { OperatorClient } from '../config.ts';
import { pageHeaders } from '../http/page.ts';
import type { Account, AccountDirectory } from './account-directory.ts';
import { renderLoginFault, renderLogout, renderLogoutDone } from './login-pages.ts';
import { loginOnly } from './login-policy.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import type { PortalClients } from './portal-clients.ts';
import { signingAlgorithm } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';
import { nestedClaims, personClaims } from './staff-token.ts';

/** Dependencies of the provider. */
export interface ProviderParts {
  readonly issuer: string;
  readonly signingKey: SigningKey;
  readonly accounts: AccountDirectory;
  readonly client: OperatorClient;
  readonly portals: PortalClients;
}

/**
 * Creates the OpenID provider: code flow with PKCE for the operator dashboard and the portals. Codes, sessions and
 * grants are in memory. After a restart, people sign in again, and minted tokens stay valid.
 */
export function createProvider(parts: ProviderParts): Provider {
  const { portals } = parts;
  return new Provider(parts.issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [parts.signingKey.jwk] },
    clients: [describeClient(parts.client), ...portals.metadata],
    cookies: { keys: [randomBytes(32)], names: cookieNames },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}`, policy: loginOnly(portals.has) },
    findAccount: ({ oidc: { client } }, sub) =>
      toOidcAccount(
        parts.accounts.find(sub),
        portals.has(client?.clientId ?? '') ? client?.clientId : undefined,
      ),
    loadExistingGrant: grantAll,
    responseTypes: ['code'],
    scopes: ['openid'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    claims: {
      openid: ['sub', 'azp'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      organizations: ['o', 'organizations'],
    },
    // The ID token contains the claims, so that a client needs no second request.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: (_context, origin, { clientId }) => portals.isOriginOf(origin, clientId),
    renderError: (context, { error, error_description: description }) => {
      sendPage(context, renderLoginFault(error, description));
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context, form) => sendPage(context, renderLogout(form)),
        postLogoutSuccessSource: (context) => sendPage(context, renderLogoutDone()),
      },
    },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 86_400,
    },
  } satisfies Configuration);
}

/** Cookies ignore ports. Own names separate them from cookies of other servers on the same loopback address. */
const cookieNames = {
  session: 'sandbox_identity_session',
  interaction: 'sandbox_identity_interaction',
  resume: 'sandbox_identity_resume',
};

function describeClient({
  id,
  secret,
  redirectUris,
}: OperatorClient): AllClientMetadata & { client_id: string } {
  return {
    client_id: id,
    client_secret: secret,
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: redirectUris.map((uri) => new URL('/', uri).href),
    response_types: ['code'],
    grant_types: ['authorization_code'],
    id_token_signed_response_alg: signingAlgorithm,
    // Every ID token has `auth_time`, so that the client can require a recent login.
    require_auth_time: true,
  };
}

/** Grants all that is asked for. The session's grant is kept, since a code works only with the current one. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session } = oidc;
  if (!client || !session?.accountId) return undefined;
  const { clientId } = client;
  const { accountId } = session;
  const existing = await oidc.provider.Grant.find(session.grantIdFor(clientId) ?? '');
  const grant =
    existing?.accountId === accountId ? existing : new oidc.provider.Grant({ clientId, accountId });
  grant.addOIDCScope(oidc.requestParamOIDCScopes);
  await grant.save();
  return grant;
}

/** @param azp portal of the tokens; undefined for the dashboard, whose tokens have no `azp` */
function toOidcAccount(account: Account | undefined, azp: string | undefined) {
  if (!account) return undefined;
  const { sub, organizations } = account;
  const [first] = organizations;
  const staffClaims = { ...(first && nestedClaims(first)), organizations };
  return {
    accountId: sub,
    claims: () => ({ ...personClaims(account), ...(azp === undefined ? staffClaims : { azp }), sub }),
  };
}

function sendPage(context: KoaContextWithOIDC, page: string): void {
  context.set(pageHeaders);
  context.body = page;
}
