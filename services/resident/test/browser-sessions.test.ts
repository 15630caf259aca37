import { SessionModel } from '@pas/shared/models/session';
import type { Principal } from '@pas/shared/principal/principal';
import { describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  newEmail,
  password,
  principalOf,
  signUpBody,
  startResident,
  type SignInResult,
} from './resident-harness.ts';

const service = await startResident();

const host = new URL(service.url).host;
const sameOrigin = { 'x-pas-client': 'web', origin: service.url };
const cookieName = 'pas_refresh_TEST';

interface RequestOptions {
  body?: unknown;
  cookie?: string;
  as?: Principal;
  headers?: Record<string, string>;
}

const post = (path: string, { body, cookie, as, headers = sameOrigin }: RequestOptions = {}) =>
  service.call<Partial<SignInResult> & { code: string }>('POST', `/api/v1/auth/${path}`, {
    body,
    ...(as && { as }),
    headers: { ...headers, ...(cookie !== undefined && { cookie: `${cookieName}=${cookie}` }) },
  });

/** Returns the refresh token that an answer sets as a cookie. */
function tokenIn({ headers }: { headers: Headers }): string {
  const [cookie = ''] = headers.getSetCookie();
  const [, token = ''] =
    /^pas_refresh_TEST=([^;]*); Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/.exec(cookie) ?? [];
  return token;
}

const logIn = (email: string, headers?: Record<string, string>) =>
  post('login', { body: { email, password }, ...(headers && { headers }) });

describe('a browser', () => {
  test('gets its refresh token as a cookie at the log-in and each refresh, never in a body', async () => {
    const { email } = await addResident(service);
    const signedIn = await logIn(email);
    expect([signedIn.status, 'refreshToken' in signedIn.body]).toEqual([200, false]);

    const renewed = await post('refresh', { cookie: tokenIn(signedIn) });

    expect([renewed.status, 'refreshToken' in renewed.body]).toEqual([200, false]);
    expect(renewed.body.token).toBeDefined();
    expect(tokenIn(renewed)).not.toBe(tokenIn(signedIn));
    expect(tokenIn(renewed)).toHaveLength(67);
  });

  test('signs up, and switches, in the same way', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteeEmail: email });
    const signedUp = await post('signup', { body: signUpBody(invite) });
    expect([signedUp.status, 'refreshToken' in signedUp.body]).toEqual([201, false]);
    expect((await post('refresh', { cookie: tokenIn(signedUp) })).status).toBe(200);

    const other = await addResident(service, { email });
    const as = principalOf({ token: other.answer.token });
    const switched = await post('switch', { as, body: { userId: signedUp.body.resident?.id } });
    expect([switched.status, 'refreshToken' in switched.body]).toEqual([200, false]);
    expect((await post('refresh', { cookie: tokenIn(switched) })).status).toBe(200);
  });

  test('signs out with its cookie, which is removed', async () => {
    const { email } = await addResident(service);
    const cookie = tokenIn(await logIn(email));

    const out = await post('logout', { cookie });

    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toEqual([
      `${cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
    ]);
    expect((await post('refresh', { cookie })).status).toBe(401);
  });

  test('without a cookie must sign in, even with a token in the body', async () => {
    const { answer } = await addResident(service);
    const { status, body } = await post('refresh', { body: { refreshToken: answer.refreshToken } });
    expect([status, body.code]).toEqual([401, 'credentials_missing']);
  });

  test('is signed in by the form of an invite’s link', async () => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const answer = await service.send(`/join/${invite.token}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ firstName: 'Jordan', lastName: 'Lee', password }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain(tokenIn(answer));
    expect((await post('refresh', { cookie: tokenIn(answer) })).status).toBe(200);
  });

  test('gets no cookie from a form with a mistake', async () => {
    const invite = await addInvite(await addHome(), { inviteeEmail: newEmail() });
    const body = new URLSearchParams({ firstName: 'Jordan', lastName: 'Lee', password: 'short' });
    const answer = await service.send(`/join/${invite.token}`, { method: 'POST', body });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([422, []]);
  });
});

describe('a program', () => {
  test('has its refresh token in the body, and its cookies are ignored', async () => {
    const { email } = await addResident(service);
    const { body, headers } = await logIn(email, {});
    expect(body.refreshToken).toHaveLength(67);
    expect(headers.getSetCookie()).toEqual([]);

    const refused = await post('refresh', { cookie: body.refreshToken ?? '', headers: {} });
    expect(refused.status).toBe(422);
    expect((await post('refresh', { body: { refreshToken: body.refreshToken }, headers: {} })).status).toBe(
      200,
    );
  });

  test('is a caller with any other value of the header', async () => {
    const { email } = await addResident(service);
    const { body } = await logIn(email, { 'x-pas-client': 'app' });
    expect(body.refreshToken).toHaveLength(67);
  });
});

describe('403 origin_not_allowed', () => {
  const web = { 'x-pas-client': 'web' };
  const throughTls = { ...web, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'portal.test' };
  const foreign: Record<string, Record<string, string>> = {
    'shows nothing': web,
    'comes from another site': { ...web, 'sec-fetch-site': 'cross-site' },
    'comes from another host of the site': { ...web, 'sec-fetch-site': 'same-site' },
    'was typed in': { ...web, 'sec-fetch-site': 'none' },
    'has another origin': { ...web, origin: 'http://evil.test' },
    'has the origin without TLS': { ...throughTls, origin: 'http://portal.test' },
    'has another port': { ...throughTls, origin: 'https://portal.test:8443' },
    'has an opaque origin': { ...web, origin: 'null' },
    'has two stories': { ...web, origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
  };

  test.each(Object.entries(foreign))('for a browser’s request that %s', async (_what, headers) => {
    const { email, as, answer } = await addResident(service);
    const cookie = tokenIn(await logIn(email));
    const userId = answer.resident.id;
    const answers = [
      await post('login', { headers, body: { email, password } }),
      await post('signup', { headers, body: {} }),
      await post('clerk-session', { headers }),
      await post('refresh', { headers, cookie }),
      await post('switch', { headers, as, body: { userId } }),
      await post('logout', { headers, cookie }),
    ];
    for (const { status, body, headers: sent } of answers) {
      expect([status, body.code, sent.getSetCookie()]).toEqual([403, 'origin_not_allowed', []]);
    }
    expect(await SessionModel.countDocuments({ userId, revokedAt: null })).toBe(2);
  });

  test('200 when the browser proves this origin, by either header', async () => {
    const { email } = await addResident(service);
    expect((await logIn(email, { ...web, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await logIn(email, { ...throughTls, origin: 'https://portal.test' })).status).toBe(200);
    const withPort = { ...throughTls, 'x-forwarded-host': 'portal.test:443' };
    expect((await logIn(email, { ...withPort, origin: 'https://portal.test' })).status).toBe(200);
  });
});
