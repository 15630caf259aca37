import type { webcrypto } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { portOf } from '@pas/platform/http/listen';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider, type Configuration } from 'oidc-provider';

export const clientId = 'operator-dashboard';
export const clientSecret = 'a client secret of the tests';

/** The person at the browser, as the provider knows them. */
export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  o?: { id: string; rol: string };
  /** The environments that the provider allows, in any form. */
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
  /** Further members of ID tokens, with a valid signature. */
  idToken: { header?: Record<string, unknown>; claims?: Record<string, unknown> };
  /** Counts the requests that exchange a code. */
  tokenRequests(): number;
  /** Starts or stops answering 502 to all requests. */
  breakDown(isBroken: boolean): void;
  stop(): Promise<void>;
}

function loginOnly(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

interface ProviderParts {
  issuer: string;
  redirectUri: string;
  people: Map<string, Person>;
  privateKey: webcrypto.CryptoKey;
}

async function describe({ issuer, redirectUri, people, privateKey }: ProviderParts): Promise<Configuration> {
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
      const { clientId: knownClient } = oidc.client;
      const existing = await oidc.provider.Grant.find(oidc.session?.grantIdFor(knownClient) ?? '');
      const grant = existing ?? new oidc.provider.Grant({ clientId: knownClient, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

const readPart = (part = ''): object => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;

/** Answers a request for tokens with an ID token that has further members. */
function signAnew(
  response: ServerResponse,
  privateKey: webcrypto.CryptoKey,
  { header, claims }: OidcProvider['idToken'],
): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  const finish = async (text: string): Promise<void> => {
    const { id_token: idToken = '', ...tokens } = JSON.parse(text) as { id_token?: string };
    const [own, payload] = idToken.split('.', 2).map(readPart);
    const signer = new CompactSign(Buffer.from(JSON.stringify({ ...payload, ...claims })));
    signer.setProtectedHeader({ ...(own as { alg: string }), ...header });
    const answer = JSON.stringify({ ...tokens, id_token: await signer.sign(privateKey) });
    response.setHeader('content-length', Buffer.byteLength(answer));
    end(answer);
  };
  response.end = ((text: string) => {
    void finish(text);
    return response;
  }) as ServerResponse['end'];
}

/** Starts a provider with one client, which comes back to the callback of a gateway at this address. */
export async function startOidcProvider(publicUrl: string): Promise<OidcProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${portOf(server)}`;
  const people = new Map<string, Person>();
  const redirectUri = `${publicUrl}/api/admin/auth/callback`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, await describe({ issuer, redirectUri, people, privateKey }));
  const serve = provider.callback();
  let isBroken = false;
  let tokenRequests = 0;
  const running: OidcProvider = {
    issuer,
    atKeyboard: dana,
    idToken: {},
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
    if (request.url === '/token') {
      tokenRequests += 1;
      if (Object.keys(running.idToken).length > 0) signAnew(response, privateKey, running.idToken);
    }
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
