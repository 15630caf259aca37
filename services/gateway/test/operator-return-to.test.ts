import { describe, expect, test } from 'vitest';
import { newBrowser, type Browser } from './support/browser.ts';
import { problemOf, type Answer } from './support/http-call.ts';
import { dana } from './support/oidc-provider.ts';
import { cookieName, useOperatorGateway } from './support/operator-gateway.ts';

const operators = await useOperatorGateway();
const { url } = operators;

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
    const answer = await browser.send(await operators.goToCallback(browser, `?${query}`));
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

/** The names of the cookies of log-ins, in the order of their start. */
const loginsOf = ({ cookies }: Browser): string[] =>
  [...cookies.keys()].filter((name) => name.startsWith('pas_login_DEV_'));

describe('tabs of one browser', () => {
  const isSignedIn = async (browser: Browser): Promise<boolean> =>
    (await browser.send(`${url}/api/admin/units`)).status === 200;

  test('log in side by side and finish in any order, each at its own page', async () => {
    const browser = newBrowser();
    const first = await operators.goToCallback(browser, '?returnTo=/console/first');
    const second = await operators.goToCallback(browser, '?returnTo=/console/second');
    const answers = [await browser.send(second), await browser.send(first)];
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
      [302, '/console/second'],
      [302, '/console/first'],
    ]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('that fail leave the log-ins of the other tabs alone', async () => {
    const browser = newBrowser();
    const failing = await operators.goToCallback(browser);
    const other = await operators.goToCallback(browser, '?returnTo=/console/other');
    expect((await browser.send(failing.replace(/code=[^&]*/, 'code=x'))).status).toBe(401);
    expect((await browser.send(other)).headers.location).toBe('/console/other');
  });

  test('have five log-ins at most: the oldest one goes, and cookies that cannot be read', async () => {
    const browser = newBrowser();
    browser.cookies.set(`pas_login_DEV_${'x'.repeat(43)}`, 'x');
    const callbacks: string[] = [];
    for (let count = 0; count < 6; count += 1) callbacks.push(await operators.goToCallback(browser));
    expect(loginsOf(browser)).toEqual(
      callbacks.slice(1).map((callback) => `pas_login_DEV_${new URL(callback).searchParams.get('state')}`),
    );
    expect((await browser.send(callbacks[0] ?? '')).status).toBe(401);
    expect((await browser.send(callbacks[1] ?? '')).status).toBe(302);
  });

  test('that go back to the callback reach their page again while the session lives', async () => {
    const browser = newBrowser();
    const callback = await operators.goToCallback(browser, '?returnTo=/console/units');
    await browser.send(callback);
    const before = operators.provider.tokenRequests();
    const again = await browser.send(callback);
    expect([again.status, again.headers.location]).toEqual([302, '/console/units']);
    expect(operators.provider.tokenRequests()).toBe(before);
    for (const name of loginsOf(browser)) browser.cookies.delete(name);
    expect((await browser.send(callback)).headers.location).toBe('/');
    expect(await isSignedIn(browser)).toBe(true);
    browser.cookies.delete(cookieName);
    expect((await browser.send(callback)).status).toBe(401);
  });
});

describe('a failed log-in keeps the session of the browser, for', () => {
  const fail: Record<string, (browser: Browser, callback: string) => Promise<Answer>> = {
    'a callback with another state': (browser, callback) =>
      browser.send(callback.replace(/state=[^&]*/, 'state=x')),
    'a code that the provider refuses': (browser, callback) =>
      browser.send(callback.replace(/code=[^&]*/, 'code=x')),
    'a callback without a state': (browser, callback) => browser.send(callback.replace(/state=[^&]*/, '')),
  };

  test.each(Object.keys(fail))('%s', async (cause) => {
    const browser = await operators.logIn();
    const answer = await fail[cause]?.(browser, await operators.goToCallback(browser));
    expect(answer?.status).toBe(401);
    expect((await browser.send(`${url}/api/admin/units`)).status).toBe(200);
  });

  test('a person whose organization has no tenant', async () => {
    const { cookies } = await operators.logIn();
    operators.provider.atKeyboard = { ...dana, sub: 'person_4', o: { id: 'org_9', rol: 'OWNER' } };
    // Without the provider's cookies, which would name the first person.
    const browser = newBrowser();
    browser.cookies.set(cookieName, cookies.get(cookieName) ?? '');
    expect((await browser.send(await operators.goToCallback(browser))).status).toBe(403);
    expect((await browser.send(`${url}/api/admin/units`)).status).toBe(200);
  });
});
