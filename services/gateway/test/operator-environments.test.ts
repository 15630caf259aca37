import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { describe, expect, test } from 'vitest';
import { newBrowser, type Browser } from './support/browser.ts';
import type { ReceivedRequest } from './support/echo-service.ts';
import { problemOf, type Answer } from './support/http-call.ts';
import { dana } from './support/oidc-provider.ts';
import { useOperatorGateway } from './support/operator-gateway.ts';

const operators = await useOperatorGateway();
const { url } = operators;

const own = '/api/admin/auth/session';
const inEnv = (browser: Browser, name: string, path = own): Promise<Answer> =>
  browser.send(`${url}${path}`, { headers: { 'x-admin-env': name } });
const outcomeOf = (answer: Answer): [number, string | undefined, unknown] => [
  answer.status,
  answer.status < 400 ? undefined : problemOf(answer).code,
  answer.headers['x-admin-env'],
];

describe('X-Admin-Env on the routes of operators', () => {
  test('is echoed; the default is used if it is missing', async () => {
    const browser = await operators.logIn();
    for (const name of ['DEV', 'TEST'])
      expect(outcomeOf(await inEnv(browser, name))).toEqual([200, undefined, name]);
    expect((await browser.send(`${url}${own}`)).headers['x-admin-env']).toBe('DEV');
    expect((await newBrowser().send(`${url}/api/admin/auth/login`)).headers['x-admin-env']).toBe('DEV');
  });

  test('422 and 503 only with a session', async () => {
    const browser = await operators.logIn();
    expect(outcomeOf(await inEnv(browser, 'QA'))).toEqual([422, 'unknown_environment', undefined]);
    expect(outcomeOf(await inEnv(browser, 'STAGING'))).toEqual([503, 'environment_unavailable', undefined]);
    for (const name of ['QA', 'STAGING']) {
      expect(outcomeOf(await inEnv(newBrowser(), name))).toEqual([401, 'credentials_missing', 'DEV']);
    }
  });

  test('chooses the audit that records a log-out', async () => {
    const browser = await operators.logIn();
    const headers = { origin: url, 'x-admin-env': 'TEST', 'x-correlation-id': 'log-out-in-test' };
    const answer = await browser.send(`${url}/api/admin/auth/logout`, { method: 'POST', headers });
    expect(answer.status).toBe(200);
    const rows = await ControlOutboxModel.find({ 'envelope.correlationid': 'log-out-in-test' }).lean();
    expect(rows.map(({ environment }) => environment)).toEqual(['TEST']);
  });
});

describe('the environments of an operator', () => {
  const unitsIn = (browser: Browser, name: string): Promise<Answer> =>
    inEnv(browser, name, '/api/admin/units');

  test('are all with a Core; the services get them, so that the person can grant them', async () => {
    const browser = await operators.logIn();
    const { principal } = JSON.parse((await unitsIn(browser, 'TEST')).text) as ReceivedRequest;
    expect(principal.environments).toEqual(['DEV', 'TEST']);
  });

  test.each<[string, unknown, string[]]>([
    ['the one that a claim names', ['TEST'], ['TEST']],
    ['those that a text names', 'TEST DEV', ['DEV', 'TEST']],
    ['no more than there are', ['TEST', 'PROD'], ['TEST']],
    ['none where the claim can’t be read', { TEST: true }, []],
  ])('are %s', async (_what, environments, expected) => {
    operators.provider.atKeyboard = { ...dana, sub: `person_${JSON.stringify(environments)}`, environments };
    const browser = await operators.logIn();
    const answer = await browser.send(`${url}${own}`);
    const { session } = JSON.parse(answer.text) as { session: { environments: string[] } };
    expect(session.environments).toEqual(expected);
    for (const name of ['DEV', 'TEST']) {
      const { status } = await unitsIn(browser, name);
      expect([name, status]).toEqual([name, expected.includes(name) ? 200 : 403]);
    }
  });
});

test('GET /api/admin/auth/self is forwarded to the admin service, with the person of the session', async () => {
  const browser = await operators.logIn();
  const answer = await browser.send(`${url}/api/admin/auth/self`);
  const { service, principal } = JSON.parse(answer.text) as ReceivedRequest;
  expect([service, principal.kind, principal.id]).toEqual(['admin', 'staff', dana.sub]);
});
