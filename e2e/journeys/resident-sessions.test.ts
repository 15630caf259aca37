import { randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import {
  actAsManager,
  inviteToNewUnit,
  type Invite,
  type PropertyManager,
} from '../client/property-manager.ts';
import { password, signUp, type SignedIn } from '../client/resident.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

const groups = ['/api/v1/me', '/devices', '/access/points'];
const newPassword = 'another horse battery';

interface Person {
  email: string;
  userId: string;
  unitId: string;
  invite: Invite;
  signedIn: SignedIn;
}

let system: SharedSystem;
let portalUrl: string;
let manager: PropertyManager;

beforeAll(async () => {
  system = await useSystem();
  portalUrl = system.portalOf('DEV');
  const { gatewayUrl, apiKey } = system.local;
  manager = actAsManager({ gatewayUrl, key: apiKey });
});

/** Somebody who has just signed up. */
async function addPerson(): Promise<Person> {
  const email = `sessions.${randomUUID()}@example.test`;
  const { unit, invite } = await inviteToNewUnit(manager, `Sessions ${randomUUID()}`, email);
  const signedIn = await bodyOf(signUp(portalUrl, { inviteToken: invite.token }), 201);
  return { email, userId: signedIn.resident.id, unitId: unit.id, invite, signedIn };
}

const post = <Body = SignedIn & { code: string }>(path: string, body?: object, bearer?: string) =>
  call<Body>(`${portalUrl}${path}`, {
    method: 'POST',
    ...(body && { body }),
    ...(bearer !== undefined && { bearer }),
  });
const logIn = ({ email }: Person, given = password) => post('/api/v1/auth/login', { email, password: given });

/** The answers of all route groups to a token: what refuses it, or the status. */
const answersTo = (token: string) =>
  Promise.all(
    groups.map(async (path) => {
      const { status, body } = await call(`${portalUrl}${path}`, { bearer: token });
      return status === 401 ? body.code : status;
    }),
  );

async function untilRefused(token: string): Promise<void> {
  const isRefused = async () => (await answersTo(token)).every((answer) => answer === 'session_expired');
  await waitUntil(isRefused, { what: 'every route group to refuse the token' });
}

describe('a session that has ended is refused on every route group, and its refresh token too', () => {
  const ways: Record<string, (person: Person) => Promise<unknown>> = {
    'by a log-out': ({ signedIn: { token } }) => bodyOf(post('/api/v1/auth/logout', undefined, token), 204),
    'by a log-out of an older app': ({ signedIn: { refreshToken } }) =>
      bodyOf(post('/registration/logout', { refreshToken }), 204),
    'from another device': async (person) => {
      const { token } = (await logIn(person)).body;
      const url = `${portalUrl}/api/v1/sessions`;
      const { sessions } = await bodyOf(
        call<{ sessions: { id: string; current: boolean }[] }>(url, { bearer: token }),
        200,
      );
      const lost = sessions.find(({ current }) => !current)?.id ?? '';
      await bodyOf(call(`${url}/${lost}`, { method: 'DELETE', bearer: token }), 204);
    },
    'by a move-out': ({ userId, unitId }) =>
      bodyOf(manager.call(`/users/${userId}/move-out`, { body: { unitId } }), 200),
    'by being disabled': ({ userId }) =>
      bodyOf(manager.call(`/users/${userId}`, { method: 'PATCH', body: { status: 'DISABLED' } }), 200),
    'by being deleted': ({ userId }) => bodyOf(manager.call(`/users/${userId}`, { method: 'DELETE' }), 204),
  };

  test.each(Object.entries(ways))('%s', async (_way, end) => {
    const person = await addPerson();
    const { token, refreshToken } = person.signedIn;
    // Every group's cache knows the token before it ends.
    expect((await answersTo(token)).filter((answer) => answer === 'session_expired')).toEqual([]);

    await end(person);

    await untilRefused(token);
    const refused = await post('/api/v1/auth/refresh', { refreshToken });
    expect([401, 403]).toContain(refused.status);
  });
});

test('a forgotten password: the link in the mail sets a new one and ends all sessions', async () => {
  const person = await addPerson();
  const other = (await logIn(person)).body;
  await bodyOf(post('/api/v1/auth/password/forgot', { email: person.email }), 202);
  const { text } = await receiveMail(system.local.mailboxUrl, person.email);
  const [link = ''] = /https?:\/\/\S+\/reset\/[\w-]+/.exec(text) ?? [];
  expect(link.startsWith(`${portalUrl}/reset/`)).toBe(true);
  expect((await call(link)).status).toBe(200);

  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ password: newPassword });
  expect((await fetch(link, { method: 'POST', headers, body })).status).toBe(200);

  await untilRefused(person.signedIn.token);
  await untilRefused(other.token);
  expect((await logIn(person)).status).toBe(401);
  expect((await logIn(person, newPassword)).status).toBe(200);
  expect((await call(link)).status).toBe(410);
});

test('a browser keeps its refresh token in a cookie, through the gateway', async () => {
  const person = await addPerson();
  const headers = { 'x-pas-client': 'web', origin: new URL(portalUrl).origin };
  const send = (path: string, more: object = {}, body?: object) =>
    call<Partial<SignedIn>>(`${portalUrl}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      ...(body && { body }),
    });
  const entered = await send('login', {}, { email: person.email, password });
  const [cookie = ''] = (entered.headers['set-cookie'] ?? []).map((text) => text.split(';')[0] ?? '');
  expect([entered.status, 'refreshToken' in entered.body]).toEqual([200, false]);
  expect(cookie).toMatch(/^pas_refresh_DEV=[\w-]{43}$/);

  const renewed = await send('refresh', { cookie: `theme=dark; ${cookie}` });
  expect([renewed.status, 'refreshToken' in renewed.body]).toEqual([200, false]);
  expect((await send('refresh', { cookie, origin: 'http://evil.test' })).status).toBe(403);
});

describe('a token in the wrong place', () => {
  let person: Person;
  let neighbour: Person;
  beforeAll(async () => {
    [person, neighbour] = [await addPerson(), await addPerson()];
  });

  const codeOf = async (url: string, bearer: string, method = 'GET') => {
    const { status, body } = await call(url, { method, bearer, from: '127.0.61.7' });
    return [status, body.code];
  };

  test('401 token_invalid: a refresh token, an invite’s token and an identity token are no Core JWT', async () => {
    const identity = await call<{ token: string }>(`${system.local.sandboxUrl}/identity/session-tokens`, {
      body: { email: person.email },
    });
    const tokens = [person.signedIn.refreshToken, neighbour.invite.token, identity.body.token];
    for (const token of tokens) {
      for (const path of groups) {
        expect(await codeOf(`${portalUrl}${path}`, token)).toEqual([401, 'token_invalid']);
      }
    }
  });

  test('401 token_invalid: a Core JWT is no identity token, and not for the Admin API', async () => {
    const { token } = person.signedIn;
    expect(await codeOf(`${portalUrl}/api/v1/auth/clerk-session`, token, 'POST')).toEqual([
      401,
      'token_invalid',
    ]);
    expect(await codeOf(`${system.local.gatewayUrl}/api/admin/units`, token)).toEqual([401, 'token_invalid']);
  });

  test('401 token_invalid: a Core JWT is no refresh token', async () => {
    const { token } = person.signedIn;
    const { status, body } = await post('/api/v1/auth/refresh', { refreshToken: token });
    expect([status, body.code]).toEqual([401, 'token_invalid']);
  });

  test('403 api_key_not_accepted_here: an API key on the routes of residents', async () => {
    for (const path of groups) {
      expect(await codeOf(`${portalUrl}${path}`, system.local.apiKey)).toEqual([
        403,
        'api_key_not_accepted_here',
      ]);
    }
  });

  test('404: another resident’s session, and nothing of another’s home in a list', async () => {
    const { token } = person.signedIn;
    const url = `${portalUrl}/api/v1/sessions`;
    type Sessions = { sessions: { id: string }[] };
    const theirs = await bodyOf(call<Sessions>(url, { bearer: neighbour.signedIn.token }), 200);
    const id = theirs.sessions[0]?.id ?? '';
    expect(await codeOf(`${url}/${id}`, token, 'DELETE')).toEqual([404, 'not_found']);
    const units = await bodyOf(
      call<{ units: { id: string }[] }>(`${portalUrl}/api/v1/units`, { bearer: token }),
      200,
    );
    expect(units.units.map((unit) => unit.id)).toEqual([person.unitId]);
  });
});
