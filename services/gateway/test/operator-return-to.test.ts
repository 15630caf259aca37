import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newBrowser, type Browser } from './support/browser.ts';
import { problemOf, type Answer } from './support/http-call.ts';
import { dana } from './support/oidc-provider.ts';
import { cookieName, runOperatorGateway, type OperatorGateway } from './support/operator-gateway.ts';

let operators: OperatorGateway;
let url: string;

beforeAll(async () => {
  operators = await runOperatorGateway();
  ({ url } = operators);
});
afterAll(() => operators.stop());
afterEach(() => {
  operators.provider.atKeyboard = dana;
});

/** Logs in at the provider and stops before the callback. */
async function goToCallback(browser: Browser, query = ''): Promise<string> {
  const isCallback = (target: string): boolean => target.includes('/auth/callback');
  const { url: callback } = await browser.follow(`${url}/api/admin/auth/login${query}`, isCallback);
  return callback;
}

describe('returnTo', () => {
  test.each([
    ['/console/日本', '/console/%E6%97%A5%E6%9C%AC'],
    ['/console?q=日本#é', '/console?q=%E6%97%A5%E6%9C%AC#%C3%A9'],
    ['/console/a b', '/console/a%20b'],
    ['/console/%E6%97%A5?q=a%2Fb', '/console/%E6%97%A5?q=a%2Fb'],
    ['/a/..//evil.test', '/a/..//evil.test'],
  ])('%j is reached as %s, and the new session works', async (returnTo, location) => {
    const browser = await operators.logIn();
    const query = new URLSearchParams({ returnTo }).toString();
    const answer = await browser.send(await goToCallback(browser, `?${query}`));
    expect([answer.status, answer.headers.location]).toEqual([302, location]);
    expect((await browser.send(`${url}/api/admin/units`)).status).toBe(200);
  });

  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    'javascript:alert(1)',
    'console',
    '',
    ' /console',
    `/${'a'.repeat(1000)}`,
  ])('422 for %j, and no log-in starts', async (returnTo) => {
    const browser = newBrowser();
    const answer = await browser.send(
      `${url}/api/admin/auth/login?${new URLSearchParams({ returnTo }).toString()}`,
    );
    expect([answer.status, problemOf(answer)['errors']]).toMatchObject([422, [{ path: 'returnTo' }]]);
    expect(browser.cookies.size).toBe(0);
  });

  test('422 for a path whose percent-encoded form is too long for the cookie', async () => {
    const query = new URLSearchParams({ returnTo: `/${'日'.repeat(300)}` }).toString();
    const answer = await newBrowser().send(`${url}/api/admin/auth/login?${query}`);
    expect([answer.status, problemOf(answer)['errors']]).toMatchObject([422, [{ path: 'returnTo' }]]);
  });
});

describe('a failed log-in keeps the session of the browser, for', () => {
  const fail: Record<string, (browser: Browser, callback: string) => Promise<Answer>> = {
    'a callback with another state': (browser, callback) =>
      browser.send(callback.replace(/state=[^&]*/, 'state=x')),
    'a code that the provider refuses': (browser, callback) =>
      browser.send(callback.replace(/code=[^&]*/, 'code=x')),
    'a callback without a log-in': (browser, callback) => {
      browser.cookies.delete('pas_login_DEV');
      return browser.send(callback);
    },
  };

  test.each(Object.keys(fail))('%s', async (cause) => {
    const browser = await operators.logIn();
    const answer = await fail[cause]?.(browser, await goToCallback(browser));
    expect(answer?.status).toBe(401);
    expect((await browser.send(`${url}/api/admin/units`)).status).toBe(200);
  });

  test('a person whose organization has no tenant', async () => {
    const { cookies } = await operators.logIn();
    operators.provider.atKeyboard = { ...dana, sub: 'person_4', o: { id: 'org_9', rol: 'OWNER' } };
    // Without the provider's cookies, which would name the first person.
    const browser = newBrowser();
    browser.cookies.set(cookieName, cookies.get(cookieName) ?? '');
    expect((await browser.send(await goToCallback(browser))).status).toBe(403);
    expect((await browser.send(`${url}/api/admin/units`)).status).toBe(200);
  });
});
