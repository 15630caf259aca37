import { randomUUID } from 'node:crypto';
import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { OperatorSessionModel } from '@pas/shared/models/operator-session';
import { TenantModel } from '@pas/shared/models/tenant';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, describe, expect, test } from 'vitest';
import { newBrowser, type Browser } from './support/browser.ts';
import { problemOf, type Answer } from './support/http-call.ts';
import { dana } from './support/oidc-provider.ts';
import { cookieName, useOperatorGateway } from './support/operator-gateway.ts';

const operators = await useOperatorGateway();
const { url } = operators;
const replica = await operators.gateway.addReplica(operators.settings);
afterAll(() => replica.stop());
const second = `http://127.0.0.1:${replica.port}`;

interface Session {
  id: string;
  csrfToken: string;
  expiresAt: string;
  environments: string[];
}

const codeOf = (answer: Answer): string => `${answer.status} ${problemOf(answer).code}`;
const sessionOf = async (browser: Browser): Promise<Session> => {
  const answer = await browser.send(`${url}/api/admin/auth/session`);
  return (JSON.parse(answer.text) as { session: Session }).session;
};
const post = (
  browser: Browser,
  headers: Record<string, string>,
  path = '/api/admin/units',
): Promise<Answer> => browser.send(`${url}${path}`, { method: 'POST', headers });
const unitsAt = (browser: Browser, at: string): Promise<Answer> => browser.send(`${at}/api/admin/units`);
const set = (id: string, fields: object) => OperatorSessionModel.updateOne({ _id: id }, { $set: fields });

describe('GET /api/admin/auth/session', () => {
  test('200 has the person, the environments and the end, with no-store', async () => {
    const browser = await operators.logIn();
    const answer = await browser.send(`${url}/api/admin/auth/session`);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(answer.text)).toMatchObject({
      session: {
        staff: {
          id: dana.sub,
          email: dana.email,
          name: dana.name,
          organization: 'org_1',
          role: 'OWNER',
          tenantId: operators.tenantId,
          propertyIds: null,
        },
        environments: ['DEV', 'TEST'],
      },
    });
    const minutes = (Date.parse((await sessionOf(browser)).expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThan(31);
  });

  test('shows the company’s new name and colour in the next answer', async () => {
    const browser = await operators.logIn();
    await sessionOf(browser);
    const branding = { name: `Harbor ${randomUUID()}`, accent: '#0b6e4f' };
    await TenantModel.updateOne({ _id: operators.tenantId }, { $set: { 'settings.branding': branding } });
    expect(await sessionOf(browser)).toMatchObject({ branding });
    await TenantModel.updateOne({ _id: operators.tenantId }, { $unset: { 'settings.branding': 1 } });
  });

  test('401 without a session, with a forged one, and with a bearer', async () => {
    const at = `${url}/api/admin/auth/session`;
    const browser = newBrowser();
    expect(codeOf(await browser.send(at))).toBe('401 credentials_missing');
    for (const value of ['x', 'A'.repeat(43), "{'$gt':''}"]) {
      browser.cookies.set(cookieName, value);
      expect(codeOf(await browser.send(at))).toBe('401 session_expired');
    }
    const own = await operators.logIn();
    const headers = { authorization: 'Bearer pac_1' };
    expect(codeOf(await own.send(at, { headers }))).toBe('401 token_invalid');
  });
});

describe('a session ends', () => {
  test('30 minutes after its last use, recorded at most once a minute', async () => {
    const browser = await operators.logIn();
    const { id } = await sessionOf(browser);
    const row = await OperatorSessionModel.findById(id).lean();
    expect((row?.idleExpiresAt.getTime() ?? 0) - (row?.lastUsedAt.getTime() ?? 0)).toBe(30 * 60_000);
    const other = await operators.logIn();
    const { id: otherId } = await sessionOf(other);
    await set(otherId, { idleExpiresAt: new Date() });
    expect(codeOf(await unitsAt(other, second))).toBe('401 session_expired');
  });

  test('12 hours after its log-in, in spite of use', async () => {
    const browser = await operators.logIn();
    const { id } = await sessionOf(browser);
    const row = await OperatorSessionModel.findById(id).lean();
    expect((row?.absoluteExpiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(12 * 3_600_000);
    await set(id, { absoluteExpiresAt: new Date(Date.now() + 200) });
    await waitUntil(async () => (await unitsAt(browser, second)).status === 401, { what: 'the end' });
    expect(codeOf(await unitsAt(browser, second))).toBe('401 session_expired');
  });

  test('at both gateways within a second of its revocation, with a record', async () => {
    const [first, other] = [await operators.logIn(), await operators.logIn()];
    const { id } = await sessionOf(other);
    for (const at of [url, second]) expect((await unitsAt(other, at)).status).toBe(200);
    const headers = { origin: url };
    const end = (query = '') =>
      first.send(`${url}/api/admin/auth/sessions/${id}${query}`, { method: 'DELETE', headers });
    const { plan } = JSON.parse((await end('?dryRun=true')).text) as { plan: { hash: string } };
    expect((await unitsAt(other, url)).status).toBe(200);
    expect((await end(`?plan=${plan.hash}`)).status).toBe(204);
    for (const at of [url, second]) {
      await waitUntil(async () => (await unitsAt(other, at)).status === 401, { what: at, timeoutMs: 1000 });
    }
    expect(codeOf(await end())).toBe('404 not_found');
    const rows = await ControlOutboxModel.find({ 'envelope.data.targets.id': id }).sort({ _id: 1 }).lean();
    expect(rows.map(({ envelope }) => envelope.data['action'])).toEqual([
      'session.created',
      'session.revoked',
    ]);
  });

  test('with its tenant', async () => {
    const browser = await operators.logIn();
    await TenantModel.updateOne({ _id: operators.tenantId }, { $set: { status: 'SUSPENDED' } });
    await waitUntil(async () => (await unitsAt(browser, url)).status === 403, {
      what: '403',
      timeoutMs: 1000,
    });
    expect(codeOf(await unitsAt(browser, url))).toBe('403 tenant_suspended');
    await TenantModel.updateOne({ _id: operators.tenantId }, { $set: { status: 'ACTIVE' } });
    await waitUntil(async () => (await unitsAt(browser, url)).status === 200, {
      what: '200',
      timeoutMs: 1000,
    });
  });

  test('by a log-out, which has the log-out address of the provider and can be repeated', async () => {
    const browser = await operators.logIn();
    const cookie = `${cookieName}=${browser.cookies.get(cookieName)}`;
    const answer = await post(browser, { origin: url }, '/api/admin/auth/logout');
    expect(answer.status).toBe(200);
    const { logoutUrl } = JSON.parse(answer.text) as { logoutUrl: string };
    expect(new URL(logoutUrl).origin).toBe(operators.provider.issuer);
    expect(new URL(logoutUrl).searchParams.get('post_logout_redirect_uri')).toBe(`${url}/`);
    expect(browser.cookies.has(cookieName)).toBe(false);
    const copied = () => newBrowser().send(`${second}/api/admin/units`, { headers: { cookie } });
    await waitUntil(async () => (await copied()).status === 401, { what: 'the end', timeoutMs: 1000 });
    expect((await post(browser, {}, '/api/admin/auth/logout')).status).toBe(200);
  });
});

describe('a request that changes something with the cookie', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['the same origin', { origin: 'own' }, true],
    ['the same origin by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, true],
    ['both', { origin: 'own', 'sec-fetch-site': 'same-origin' }, true],
    ['the token alone', { 'x-csrf-token': 'own' }, true],
    ['nothing', {}, false],
    ['another token', { 'x-csrf-token': 'A'.repeat(43) }, false],
    ['a token that is too short', { 'x-csrf-token': 'A' }, false],
    ['another origin', { origin: 'http://evil.test' }, false],
    ['another port', { origin: 'http://127.0.0.1:1' }, false],
    ['another origin that begins alike', { origin: 'own.evil.test' }, false],
    ['no origin of its own', { origin: 'null' }, false],
    ['another origin beside the token', { origin: 'http://evil.test', 'x-csrf-token': 'own' }, false],
    [
      'another origin beside a good site',
      { origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }, false],
    ['another site beside the token', { 'sec-fetch-site': 'cross-site', 'x-csrf-token': 'own' }, false],
  ])('with %s', async (_what, given, isAllowed) => {
    const browser = await operators.logIn();
    const { csrfToken, id } = await sessionOf(browser);
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value.replace(/^own/, name === 'x-csrf-token' ? csrfToken : url),
      ]),
    );
    const admin = await post(browser, headers);
    const own = await post(browser, headers, '/api/admin/auth/logout');
    const { revokedAt } = (await OperatorSessionModel.findById(id).lean()) ?? { revokedAt: null };
    expect([admin.status, own.status, revokedAt !== null]).toEqual(
      isAllowed ? [200, 200, true] : [403, 403, false],
    );
  });

  test('is refused, and the refusal is recorded', async () => {
    const browser = await operators.logIn();
    const before = await ControlOutboxModel.countDocuments({
      'envelope.data.denial.code': 'origin_not_allowed',
    });
    await post(browser, { origin: 'http://evil.test' });
    await post(browser, { origin: 'http://evil.test' }, '/api/admin/auth/logout');
    const after = await ControlOutboxModel.countDocuments({
      'envelope.data.denial.code': 'origin_not_allowed',
    });
    expect(after - before).toBe(2);
    expect(codeOf(await post(browser, { origin: 'http://evil.test' }))).toBe('403 origin_not_allowed');
  });

  test('needs no origin with a bearer, which takes precedence over the cookie', async () => {
    const browser = await operators.logIn();
    expect(codeOf(await post(browser, { authorization: 'Bearer pac_1' }))).toBe('401 token_invalid');
  });
});

describe('own sessions', () => {
  test('are listed with a mark on the current one; those of others are 404', async () => {
    operators.provider.atKeyboard = { ...dana, sub: 'person_lists' };
    const [first, other] = [await operators.logIn(), await operators.logIn()];
    const { id } = await sessionOf(first);
    const answer = await first.send(`${url}/api/admin/auth/sessions`);
    const body = JSON.parse(answer.text) as { sessions: { id: string; isCurrent: boolean }[] };
    expect(body).toMatchObject({ total: 2, limit: 50, offset: 0 });
    expect(body.sessions.map((session) => [session.id, session.isCurrent])).toEqual([
      [(await sessionOf(other)).id, false],
      [id, true],
    ]);
    operators.provider.atKeyboard = dana;
    const stranger = await operators.logIn();
    const headers = { origin: url };
    for (const foreign of [id, 'ops_01kb3rt9d5e0p8m6q2v7x4hzjn', 'x']) {
      const path = `${url}/api/admin/auth/sessions/${foreign}`;
      expect(codeOf(await stranger.send(path, { method: 'DELETE', headers }))).toBe('404 not_found');
    }
  });
});

test.each(['/api/v1/me', '/devices', '/access/points', '/access/verify'])(
  'a session is 401 credentials_missing at %s',
  async (path) => {
    const browser = await operators.logIn();
    expect(codeOf(await browser.send(`${url}${path}`))).toBe('401 credentials_missing');
  },
);
