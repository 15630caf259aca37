import { randomUUID } from 'node:crypto';
import { newId } from '@pas/shared/ids/id';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import { mintKey } from '../client/mint-key.ts';
import { addResident, logIn, type NewResident } from '../client/new-resident.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { exchangeIdentity, type SignInResult } from '../client/resident.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

/** One route of each group that accepts a Core JWT. */
const routes = {
  '/api/v1': ['GET', '/api/v1/me'],
  '/devices': ['GET', '/devices'],
  '/access': ['GET', '/access/points'],
  switch: ['POST', '/api/v1/auth/switch'],
} as const;

let system: SharedSystem;
let portalUrl: string;
let manager: PropertyManager;
/** A company that is deleted with its test. */
let ending: { tenantId: string; manager: PropertyManager };

const post = <Body>(path: string, body?: object, bearer?: string) =>
  call<Body>(`${portalUrl}${path}`, {
    method: 'POST',
    ...(body && { body }),
    ...(bearer !== undefined && { bearer }),
  });

const asPlatform = (method: string, path: string, body?: object) =>
  call<{ tenant: { id: string } }>(`${system.local.gatewayUrl}/api/admin${path}`, {
    method,
    bearer: system.local.platformApiKey,
    ...(body && { body }),
  });

beforeAll(async () => {
  system = await useSystem();
  portalUrl = system.portalOf('DEV');
  const { gatewayUrl, apiKey } = system.local;
  manager = actAsManager({ gatewayUrl, key: apiKey });
  const { tenant } = await bodyOf(asPlatform('POST', '/tenants', { name: `Ends ${randomUUID()}` }), 201);
  const scopes = 'properties:*,units:*,users:*,onboarding:*';
  const key = await mintKey(system.dataDir, { tenant: tenant.id, scopes });
  ending = { tenantId: tenant.id, manager: actAsManager({ gatewayUrl, key }) };
});

/** Returns the answers to a session's token on every route: the code of a refusal, or the status. */
async function answersTo({ signedIn: { token } }: NewResident): Promise<Record<string, unknown>> {
  // A switch to the same user would end the session.
  const userId = newId('user');
  const answers = Object.entries(routes).map(async ([group, [method, path]]) => {
    const body = method === 'POST' && { body: { userId } };
    const answer = await call(`${portalUrl}${path}`, { method, bearer: token, ...body });
    return [group, answer.status === 401 ? answer.body.code : answer.status] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

const refresh = async ({ signedIn: { refreshToken } }: NewResident): Promise<unknown> => {
  const { status, body } = await post<{ code?: string }>('/api/v1/auth/refresh', { refreshToken });
  return status === 200 ? 200 : `${status} ${body.code}`;
};

const everywhere = (answer: unknown) =>
  Object.fromEntries(Object.keys(routes).map((group) => [group, answer]));

const onUser = (
  { userId }: NewResident,
  { method = 'POST', path = '', body }: { method?: string; path?: string; body?: object },
  status = 200,
) => bodyOf(manager.call(`/users/${userId}${path}`, { method, ...(body && { body }) }), status);

const moveOut = (person: NewResident, more: object = {}) =>
  onUser(person, { path: '/move-out', body: { unitId: person.unitId, ...more } });

async function resetPassword({ email }: NewResident): Promise<void> {
  await bodyOf(post('/api/v1/auth/password/forgot', { email }), 202);
  const { text } = await receiveMail(system.local.mailboxUrl, email);
  const [, token] = /\/reset\/([\w-]+)/.exec(text) ?? [];
  await bodyOf(post('/api/v1/auth/password/reset', { token, password: 'another horse battery' }), 204);
}

/** Replays a copied refresh token after its owner has rotated it twice. */
async function replayRefreshToken({ signedIn: { refreshToken } }: NewResident): Promise<void> {
  const exchange = (token: string) => post<SignInResult>('/api/v1/auth/refresh', { refreshToken: token });
  const next = await bodyOf(exchange(refreshToken), 200);
  await bodyOf(exchange(next.refreshToken), 200);
  expect((await exchange(refreshToken)).status).toBe(401);
}

/** Mints an identity provider's token of a person. */
async function identityTokenOf({ email }: NewResident): Promise<string> {
  const url = `${system.local.sandboxUrl}/identity/session-tokens`;
  return (await bodyOf(call<{ token: string }>(url, { body: { email } }), 200)).token;
}

/** Sends the identity provider's webhook about the person. */
async function tellIdentity(person: NewResident, type: string, data: object): Promise<void> {
  const [, claims = ''] = (await identityTokenOf(person)).split('.');
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
  const body = { type, data: { id: sub, updated_at: Date.now(), ...data } };
  await bodyOf(call(`${system.local.sandboxUrl}/webhooks/identity`, { body }), 200);
}

async function endFromElsewhere({ email }: NewResident): Promise<void> {
  const { token } = (await logIn(portalUrl, email)).body;
  const url = `${portalUrl}/api/v1/sessions`;
  type Sessions = { sessions: { id: string; current: boolean }[] };
  const { sessions } = await bodyOf(call<Sessions>(url, { bearer: token }), 200);
  const lost = sessions.find(({ current }) => !current)?.id ?? '';
  await bodyOf(call(`${url}/${lost}`, { method: 'DELETE', bearer: token }), 204);
}

const soon = (): string => new Date(Date.now() + 3000).toISOString();

/**
 * Limits until a token is refused after its session's end. The contract is one second; a busy machine gets
 * more. An asynchronous end, such as by a webhook, has the later limit.
 */
const [boundMs, laterBoundMs] = [5000, 20_000];

/** Time until each end applied on every route group, in milliseconds. */
const took: Record<string, number> = {};

interface End {
  end: (person: NewResident) => Promise<unknown>;
  /** The answer to the refresh token afterwards. */
  refresh: string;
  /** Whether the session began at the identity provider. */
  isByIdentity?: true;
  /** Whether the session ends some time after the answer. */
  isLater?: true;
}

const ends: Record<string, End> = {
  'by a log-out': {
    end: ({ signedIn: { token } }) => bodyOf(post('/api/v1/auth/logout', undefined, token), 204),
    refresh: '401 token_invalid',
  },
  'by a log-out of an older app': {
    end: ({ signedIn: { refreshToken } }) => bodyOf(post('/registration/logout', { refreshToken }), 204),
    refresh: '401 token_invalid',
  },
  'from another device': { end: endFromElsewhere, refresh: '401 token_invalid' },
  'by a reset of the password': { end: resetPassword, refresh: '401 token_invalid' },
  'by a refresh token that was copied': { end: replayRefreshToken, refresh: '401 token_invalid' },
  'by a move-out': { end: (person) => moveOut(person), refresh: '403 resident_former' },
  'by a move-out that lay ahead': {
    end: (person) => moveOut(person, { effectiveAt: soon() }),
    refresh: '403 resident_former',
    isLater: true,
  },
  'by being disabled': {
    end: (person) => onUser(person, { method: 'PATCH', body: { status: 'DISABLED' } }),
    refresh: '403 resident_disabled',
  },
  'by being deleted': {
    end: (person) => onUser(person, { method: 'DELETE' }, 204),
    refresh: '401 token_invalid',
  },
  'by the erasure of the person’s data': {
    async end(person) {
      await moveOut(person);
      await onUser(person, { path: '/erase' });
    },
    refresh: '401 token_invalid',
  },
  'by a ban at the identity provider': {
    end: (person) => tellIdentity(person, 'user.updated', { banned: true }),
    refresh: '403 resident_disabled',
    isByIdentity: true,
    isLater: true,
  },
  'by unlinking the identity': {
    end: (person) => onUser(person, { path: '/unlink-identity' }),
    refresh: '401 token_invalid',
    isByIdentity: true,
  },
  'by the end of the identity': {
    end: (person) => tellIdentity(person, 'user.deleted', {}),
    refresh: '401 token_invalid',
    isByIdentity: true,
    isLater: true,
  },
};

describe('an ended session is refused on every route group, with its refresh token', () => {
  /** Ends a session and waits until its token is refused, for a bounded time. */
  async function endSession(
    person: NewResident,
    way: string,
    { end, isLater }: Pick<End, 'end' | 'isLater'>,
  ): Promise<void> {
    // Every route group has cached the token before its end.
    const before = await answersTo(person);
    expect(Object.values(before)).not.toContain('session_expired');
    await end(person);
    const endedAt = performance.now();
    const refused = everywhere('session_expired');
    const isRefused = async () => {
      expect(await answersTo(person)).toEqual(refused);
      return true;
    };
    const timeoutMs = isLater ? laterBoundMs : boundMs;
    await waitUntil(isRefused, { what: 'every route group to refuse the token', timeoutMs });
    took[way] = Math.round(performance.now() - endedAt);
  }

  afterAll(() => {
    console.log(`refused after, in ms: ${JSON.stringify(took)}`);
  });

  test.each(Object.entries(ends))('%s', async (name, way) => {
    const person = await addResident(portalUrl, manager);
    const signedIn = way.isByIdentity
      ? await bodyOf(exchangeIdentity(portalUrl, await identityTokenOf(person)), 200)
      : person.signedIn;
    await endSession({ ...person, signedIn }, name, way);
    expect(await refresh({ ...person, signedIn })).toBe(way.refresh);
  });

  test('survives a suspension of the company, and ends with the company', async () => {
    const person = await addResident(portalUrl, ending.manager);
    const path = `/tenants/${ending.tenantId}`;
    await bodyOf(asPlatform('PATCH', path, { status: 'SUSPENDED' }), 200);
    const isStopped = async () => (await ending.manager.call('/units')).status === 403;
    await waitUntil(isStopped, { what: 'the suspension to stop the keys' });
    expect(await answersTo(person)).toEqual({ ...everywhere(200), switch: 404 });
    const exchange = ({ refreshToken }: SignInResult) =>
      post<SignInResult & { code?: string }>('/api/v1/auth/refresh', { refreshToken });
    let signedIn: SignInResult = await bodyOf(exchange(person.signedIn), 200);
    const end = () => bodyOf(asPlatform('DELETE', path), 204);
    await endSession({ ...person, signedIn }, 'by the end of the company', { end });
    // Services cache a company for up to a second; the gateway refuses tokens issued meanwhile.
    const untilRefused = async () => {
      const { status, body } = await exchange(signedIn);
      if (status === 200) signedIn = body;
      return status !== 200 && `${status} ${body.code}`;
    };
    expect(await waitUntil(untilRefused, { what: 'the refresh token to be refused' })).toBe(
      '401 token_invalid',
    );
  });
});
