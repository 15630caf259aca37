import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { OperatorSessionModel } from '@pas/shared/models/operator-session';
import { StaffNameModel, staffNameId } from '@pas/shared/models/staff-name';
import { roleScopes } from '@pas/shared/principal/scopes';
import { describe, expect, test } from 'vitest';
import { newBrowser, type Browser } from './support/browser.ts';
import type { ReceivedRequest } from './support/echo-service.ts';
import { problemOf, type Answer } from './support/http-call.ts';
import { dana } from './support/oidc-provider.ts';
import { cookieName, useOperatorGateway } from './support/operator-gateway.ts';

const operators = await useOperatorGateway();
const { url } = operators;

const codeOf = (answer: Answer): string => `${answer.status} ${problemOf(answer).code}`;
describe('a log-in', () => {
  test('returns to the requested path, with a session of the person', async () => {
    const browser = newBrowser();
    const callback = await operators.goToCallback(browser, '?returnTo=/console?tab=units');
    const answer = await browser.send(callback);
    expect([answer.status, answer.headers.location]).toEqual([302, '/console?tab=units']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(browser.cookies.has(cookieName)).toBe(true);
    const [cookie] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^pas_session_DEV=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const seen = JSON.parse((await browser.send(`${url}/api/admin/units`)).text) as ReceivedRequest;
    expect(seen.principal).toMatchObject({
      kind: 'staff',
      id: dana.sub,
      name: 'Dana Reed',
      email: dana.email,
      tenantId: operators.tenantId,
      scopes: roleScopes.OWNER,
    });
    expect(seen.headers['cookie']).toBeUndefined();
    expect(Date.now() - Date.parse(String(seen.principal.authenticatedAt))).toBeLessThan(60_000);
  });

  test('opens the Admin API to a person with three thousand properties', async () => {
    const properties = Array.from({ length: 3000 }, (_, at) => `prop_01k5n3v9m4t7c8x2a6b0${100_000 + at}`);
    operators.provider.idToken = { claims: { properties } };
    const browser = await operators.logIn();
    const seen = JSON.parse((await browser.send(`${url}/api/admin/units`)).text) as ReceivedRequest;
    expect(seen.principal.propertyIds).toEqual(properties);
  });

  test('stores a hash of the session, and one record without a name', async () => {
    const browser = await operators.logIn();
    const stored = JSON.stringify(await OperatorSessionModel.find().lean());
    expect(stored).not.toContain(browser.cookies.get(cookieName));
    const answer = await browser.send(`${url}/api/admin/auth/session`);
    const { session } = JSON.parse(answer.text) as { session: { id: string } };
    const rows = await ControlOutboxModel.find({ 'envelope.data.targets.id': session.id }).lean();
    expect(rows.map(({ environment, envelope }) => [environment, envelope.data['action']])).toEqual([
      ['DEV', 'session.created'],
    ]);
    expect(rows[0]?.envelope.data).toMatchObject({
      actor: { type: 'STAFF', id: dana.sub, name: null },
      targets: [{ type: 'operator_session', id: session.id }],
    });
    const named = await StaffNameModel.findById(staffNameId(operators.tenantId, dana.sub)).lean();
    expect(named).toMatchObject({ name: 'Dana Reed', email: dana.email });
  });

  test('starts a new session each time and ends the earlier one of the browser (session fixation)', async () => {
    const victim = newBrowser();
    const attacker = await operators.logIn();
    victim.cookies.set(cookieName, attacker.cookies.get(cookieName) ?? '');
    await victim.send(await operators.goToCallback(victim));
    expect(victim.cookies.get(cookieName)).not.toBe(attacker.cookies.get(cookieName));
    const kept = newBrowser();
    kept.cookies.set(cookieName, 'A'.repeat(43));
    await kept.send(await operators.goToCallback(kept));
    expect(kept.cookies.get(cookieName)).not.toBe('A'.repeat(43));
    const replica = await operators.gateway.addReplica(operators.settings);
    const old = await attacker.send(`http://127.0.0.1:${replica.port}/api/admin/units`);
    expect(codeOf(old)).toBe('401 session_expired');
    await replica.stop();
  });

  test('is never in the future, even if the provider claims so', async () => {
    for (const time of [1e20, Math.floor(Date.now() / 1000) + 86_400]) {
      operators.provider.idToken = { claims: { auth_time: time } };
      const browser = await operators.logIn();
      const answer = await browser.send(`${url}/api/admin/units`);
      const { principal } = JSON.parse(answer.text) as ReceivedRequest;
      expect(Date.parse(String(principal.authenticatedAt))).toBeLessThanOrEqual(Date.now());
    }
  });

  test('asks the provider for a new log-in on request', async () => {
    const browser = await operators.logIn();
    const login = await browser.send(`${url}/api/admin/auth/login?reauthenticate=true`);
    const { searchParams } = new URL(login.headers.location ?? '');
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    const { answer } = await browser.follow(
      `${url}/api/admin/auth/login?reauthenticate=true`,
      (target) => target === `${url}/`,
    );
    expect(answer).toBeNull();
  });
});

describe('401 login_failed as a page with a link, without a session, for', () => {
  const failed = { status: 401, isPage: true, hasWayOn: true, hasSession: false, started: 0 };
  const comeBack = async (browser: Browser, callback: string) => {
    const before = await OperatorSessionModel.countDocuments();
    const { status, headers, text } = await browser.send(callback);
    return {
      status,
      isPage: headers['content-type']?.includes('text/html') ?? false,
      hasWayOn: text.includes('href="/api/admin/auth/login"'),
      hasSession: browser.cookies.has(cookieName),
      started: (await OperatorSessionModel.countDocuments()) - before,
    };
  };
  const changed = (callback: string, change: (query: URLSearchParams) => void): string => {
    const target = new URL(callback);
    change(target.searchParams);
    return target.href;
  };

  test('a callback in another browser', async () => {
    const callback = await operators.goToCallback(newBrowser());
    expect(await comeBack(newBrowser(), callback)).toEqual(failed);
    const other = newBrowser();
    await operators.goToCallback(other);
    expect(await comeBack(other, callback)).toEqual(failed);
  });

  test('a repeated callback, even with the cookie', async () => {
    const browser = newBrowser();
    const callback = await operators.goToCallback(browser);
    const kept = new Map(browser.cookies);
    expect((await browser.send(callback)).status).toBe(302);
    const again = newBrowser();
    expect(await comeBack(again, callback)).toEqual(failed);
    for (const [name, value] of kept) again.cookies.set(name, value);
    expect(await comeBack(again, callback)).toEqual(failed);
  });

  test('another state, no state, no code, another code, another issuer', async () => {
    const changes: ((query: URLSearchParams) => void)[] = [
      (query) => query.set('state', 'x'),
      (query) => query.delete('state'),
      (query) => query.delete('code'),
      (query) => query.set('code', 'x'),
      (query) => query.set('iss', 'http://evil.test'),
      (query) => query.delete('iss'),
    ];
    for (const change of changes) {
      const browser = newBrowser();
      expect(await comeBack(browser, changed(await operators.goToCallback(browser), change))).toEqual(failed);
    }
  });

  test('a cancelled log-in, which counts as no failure', async () => {
    operators.provider.atKeyboard = null;
    const browser = newBrowser();
    expect(await comeBack(browser, await operators.goToCallback(browser))).toEqual(failed);
    expect([...browser.cookies.keys()].filter((name) => name.startsWith('pas_login'))).toEqual([]);
  });

  test('a forged cookie, without a request to the provider', async () => {
    const browser = newBrowser();
    const callback = await operators.goToCallback(browser);
    const state = new URL(callback).searchParams.get('state') ?? '';
    browser.cookies.set(`pas_login_DEV_${state}`, 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA');
    const before = operators.provider.tokenRequests();
    expect(await comeBack(browser, callback)).toEqual(failed);
    expect(operators.provider.tokenRequests()).toBe(before);
  });

  test('an ID token with a hostile header', async () => {
    for (const header of [{ b64: true }, { b64: true, crit: ['b64'] }]) {
      operators.provider.idToken = { header };
      const browser = newBrowser();
      expect(await comeBack(browser, await operators.goToCallback(browser))).toEqual(failed);
    }
    operators.provider.idToken = { header: { x: 1 } };
    const browser = newBrowser();
    expect((await browser.send(await operators.goToCallback(browser))).status).toBe(302);
  });

  test('300 of them block their address', async () => {
    const from = '127.8.8.8';
    const send = () => newBrowser().send(`${url}/api/admin/auth/callback?state=a&code=b`, { from });
    for (let count = 0; count < 300; count += 1) await send();
    expect((await send()).status).toBe(429);
  });
});

describe('a person', () => {
  test('from an organization without a tenant gets 403 and no session', async () => {
    for (const person of [{ ...dana, sub: 'person_2', o: { id: 'org_9', rol: 'OWNER' } }]) {
      operators.provider.atKeyboard = person;
      const browser = newBrowser();
      const answer = await browser.send(await operators.goToCallback(browser));
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('Your organization has no tenant here');
      expect(browser.cookies.has(cookieName)).toBe(false);
    }
  });

  test('with an unknown role gets a session without scopes', async () => {
    operators.provider.atKeyboard = { ...dana, sub: 'person_3', o: { id: 'org_1', rol: 'janitor' } };
    const browser = await operators.logIn();
    const answer = await browser.send(`${url}/api/admin/auth/session`);
    expect(JSON.parse(answer.text)).toMatchObject({ session: { staff: { role: null }, scopes: [] } });
  });
});
