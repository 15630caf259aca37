import { createServer, type Server } from 'node:http';
import { portOf } from '@pas/platform/http/listen';
import { generateKeyPair, exportJWK } from 'jose';
import { interactionPolicy, Provider, type Configuration } from 'oidc-provider';

export const clientId = 'operator-dashboard';
export const clientSecret = 'a client secret of the tests';

/** Who sits before the browser, as the provider knows them. */
export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  o?: { id: string; rol: string };
  /** The environments that the provider allows, in whatever form. */
  environments?: unknown;
}

export const dana: Person = {
  sub: 'person_dana',
  email: 'dana@harbor.test',
  email_verified: true,
  name: 'Dana Reed',
  o: { id: 'org_1', rol: 'OWNER' },
};

/** A real OpenID provider. The person `atKeyboard` logs in there without typing; null cancels. */
export interface OidcProvider {
  issuer: string;
  atKeyboard: Person | null;
  /** How many codes have been exchanged or tried. */
  tokenRequests(): number;
  /** Answers nothing but 502 from now on, or no more. */
  breakDown(isBroken: boolean): void;
  stop(): Promise<void>;
}

function loginOnly(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

async function describe(
  issuer: string,
  redirectUri: string,
  people: Map<string, Person>,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    jwks: {
      keys: [{ ...(await exportJWK(privateKey)), kid: 'provider-key', alg: 'RS256', use: 'sig' }],
    },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        require_auth_time: true,
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    scopes: ['openid'],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'o', 'environments'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `${issuer}/interaction/${uid}`, policy: loginOnly() },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      if (!oidc.client || accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Starts a provider with one client, which comes back to the callback of a gateway at this address. */
export async function startOidcProvider(publicUrl: string): Promise<OidcProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${portOf(server)}`;
  const people = new Map<string, Person>();
  const redirectUri = `${publicUrl}/api/admin/auth/callback`;
  const provider = new Provider(issuer, await describe(issuer, redirectUri, people));
  const serve = provider.callback();
  let isBroken = false;
  let tokenRequests = 0;
  const running: OidcProvider = {
    issuer,
    atKeyboard: dana,
    tokenRequests: () => tokenRequests,
    breakDown: (broken) => {
      isBroken = broken;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', (request, response) => {
    if (request.url === '/token') tokenRequests += 1;
    if (isBroken) {
      response.writeHead(502).end('broken');
      return;
    }
    if (!request.url?.startsWith('/interaction/')) {
      void serve(request, response);
      return;
    }
    const person = running.atKeyboard;
    if (person) people.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  return running;
}
