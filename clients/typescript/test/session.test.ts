import { expect, test } from 'vitest';
import { AuthenticationError, createResidentClient, type SessionTokens } from '../src/index.ts';
import { problem, type Reply, type SeenRequest } from './scripted-server.ts';
import { useServer } from './use-server.ts';

const anHour = 3_600_000;

const tokens = (token: string, lifeMs = anHour): SessionTokens => ({
  token,
  refreshToken: `refresh of ${token}`,
  expiresAt: Date.now() + lifeMs,
});

const signedIn = (token: string): Reply => ({
  body: {
    token,
    tokenType: 'Bearer',
    expiresIn: 900,
    refreshToken: `refresh of ${token}`,
    resident: {},
    memberships: [],
  },
});

/** Starts a server and a client with a session, which records the tokens that it stores. */
async function useSession(script: (request: SeenRequest) => Reply, initial: SessionTokens | null) {
  const server = await useServer(script);
  const stored: (string | null)[] = [];
  const onChange = (next: SessionTokens | null) => void stored.push(next?.token ?? null);
  const client = createResidentClient({
    baseUrl: server.url,
    session: { tokens: initial, onChange },
    maxRetries: 0,
  });
  return { client, server, stored };
}

const me = { body: { resident: { id: 'user_1' } } };

test('a log-in starts the session, and a log-out ends it', async () => {
  const { client, server, stored } = await useSession(({ path }) => {
    if (path.endsWith('/login')) return signedIn('first');
    return path.endsWith('/me') ? me : { status: 204 };
  }, null);
  await client.auth.logIn({ email: 'jordan@example.test', password: 'correct horse' });
  expect(await client.me.get()).toEqual({ id: 'user_1' });
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer first']);
  await client.auth.logOut({});
  expect(stored).toEqual(['first', null]);
  expect(client.session.tokens).toBeNull();
});

test('a token near its end is replaced once for all calls', async () => {
  const { client, server, stored } = await useSession(
    ({ path }) => (path.endsWith('/refresh') ? signedIn('second') : me),
    tokens('first', 1000),
  );
  await Promise.all([client.me.get(), client.me.get(), client.me.get()]);
  const refreshes = server.requests.filter(({ path }) => path.endsWith('/refresh'));
  expect(refreshes.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { refreshToken: 'refresh of first' },
  ]);
  expect(stored).toEqual(['second']);
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer second');
});

test('a token that the service calls expired is replaced, and the request repeated', async () => {
  const { client, server } = await useSession(({ path, headers }) => {
    if (path.endsWith('/refresh')) return signedIn('second');
    return headers.authorization === 'Bearer second' ? me : problem(401, 'token_expired');
  }, tokens('first'));
  expect(await client.me.get()).toEqual({ id: 'user_1' });
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/api/v1/me',
    '/api/v1/auth/refresh',
    '/api/v1/me',
  ]);
});

test('a token that is refused twice is an error', async () => {
  const { client, server } = await useSession(
    ({ path }) => (path.endsWith('/refresh') ? signedIn('second') : problem(401, 'token_expired')),
    tokens('first'),
  );
  await expect(client.me.get()).rejects.toBeInstanceOf(AuthenticationError);
  expect(server.requests).toHaveLength(3);
});

test('a refused refresh ends the session', async () => {
  const { client, stored } = await useSession(() => problem(401, 'token_invalid'), tokens('first', 0));
  await expect(client.me.get()).rejects.toBeInstanceOf(AuthenticationError);
  expect(stored).toEqual([null]);
});

test('the token of the identity provider is sent in place of the session', async () => {
  const { client, server } = await useSession(() => signedIn('second'), tokens('first'));
  await client.auth.exchangeIdentityToken({ identityToken: 'of-the-provider' });
  expect(server.requests[0]?.headers.authorization).toBe('Bearer of-the-provider');
  expect(client.session.tokens?.token).toBe('second');
});

test('a browser leaves the refresh token to its cookie', async () => {
  const server = await useServer(({ path }) => (path.endsWith('/refresh') ? signedIn('second') : me));
  const expired = { token: 'first', refreshToken: null, expiresAt: 0 };
  const client = createResidentClient({ baseUrl: server.url, isWeb: true, session: { tokens: expired } });
  await client.me.get();
  expect(server.requests[0]).toMatchObject({ path: '/api/v1/auth/refresh', body: '{}' });
  expect(server.requests[0]?.headers['x-pas-client']).toBe('web');
});
