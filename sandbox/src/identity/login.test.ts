import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { redirectUri, runSandbox, staff } from '../testing/run-sandbox.ts';
import type { TestSandbox } from '../testing/run-sandbox.ts';
import { subjectOf } from './account-directory.ts';
import { createBrowser } from '../testing/browser.ts';
import type { Browser } from '../testing/browser.ts';

const Discovery = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  end_session_endpoint: z.url(),
  jwks_uri: z.url(),
});
const Tokens = z.object({ access_token: z.string(), id_token: z.string() });

let sandbox: TestSandbox;
let endpoints: z.infer<typeof Discovery>;

beforeAll(async () => {
  sandbox = await runSandbox();
  const response = await fetch(`${sandbox.identityIssuer}/.well-known/openid-configuration`);
  endpoints = Discovery.parse(await response.json());
});
afterAll(() => sandbox.stop());

const verifier = randomBytes(32).toString('base64url');

/** Returns the authorization URL of the client: code flow with PKCE (RFC 7636, S256). */
function authorizationUrl(changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'operator-dashboard',
    response_type: 'code',
    scope: 'openid email profile organizations',
    redirect_uri: redirectUri,
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${endpoints.authorization_endpoint}?${query.toString()}`;
}

/** Opens the login page and posts its form. Returns the last response: the redirect to the client or a page. */
async function signIn(browser: Browser, credentials: Record<string, string>) {
  const loginPage = await browser.open(authorizationUrl());
  const action = /<form method="post" action="([^"]+\/login)"/.exec(loginPage.body)?.[1];
  return browser.submit(new URL(action ?? '', loginPage.url).href, credentials);
}

function exchange(code: string, changes: Record<string, string> = {}): Promise<Response> {
  return fetch(endpoints.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('operator-dashboard:operator-secret')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...changes,
    }),
  });
}

describe('the operator login', () => {
  it('ends with an ID token that names the person and the organizations', async () => {
    const back = await signIn(createBrowser(), { email: staff.email, password: staff.password });
    const callback = new URL(back.url);
    expect(back.url).toMatch(new RegExp(`^${redirectUri}\\?`));
    expect(callback.searchParams.get('state')).toBe('state-1');
    expect(callback.searchParams.get('iss')).toBe(sandbox.identityIssuer);

    const tokens = Tokens.parse(await (await exchange(callback.searchParams.get('code') ?? '')).json());
    const keySet = createRemoteJWKSet(new URL(endpoints.jwks_uri));
    const expected = { issuer: sandbox.identityIssuer, audience: 'operator-dashboard' };
    const { payload } = await jwtVerify(tokens.id_token, keySet, expected);
    const person = {
      sub: subjectOf(staff.email),
      email: staff.email,
      email_verified: true,
      name: staff.name,
      o: { id: 'org_maple', rol: 'admin', slg: 'maple' },
      organizations: staff.organizations,
    };
    expect(payload).toMatchObject({ ...person, nonce: 'nonce-1' });
    expect(payload['auth_time']).toBeTypeOf('number');

    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect(await (await fetch(endpoints.userinfo_endpoint, { headers })).json()).toEqual(person);
    expect(sandbox.reports).toEqual([]);
  });

  it('shows the form again with the e-mail and a message for a wrong password', async () => {
    const page = await signIn(createBrowser(), { email: staff.email, password: 'guess' });
    expect(page.status).toBe(401);
    expect(page.body).toContain('role="alert"');
    expect(page.body).toContain(`value="${staff.email}"`);
    expect(page.body).not.toContain('guess');
  });

  it('skips the form for a signed-in person, unless the client requires a fresh login', async () => {
    const browser = createBrowser();
    await signIn(browser, { email: staff.email, password: staff.password });
    expect((await browser.open(authorizationUrl())).url).toContain('code=');
    expect((await browser.open(authorizationUrl({ prompt: 'login' }))).body).toContain('Sign in');
  });

  it('returns access_denied to the client when the person cancels', async () => {
    const browser = createBrowser();
    const page = await browser.open(authorizationUrl());
    const back = await browser.submit(`${page.url}/cancel`, {});
    expect(new URL(back.url).searchParams.get('error')).toBe('access_denied');
  });

  it('refuses a request without PKCE', async () => {
    const url = new URL(authorizationUrl());
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const back = await createBrowser().open(url.href);
    expect(new URL(back.url).searchParams.get('error')).toBe('invalid_request');
  });

  it('refuses a code with another verifier, and a used code', async () => {
    const credentials = { email: staff.email, password: staff.password };
    const code = new URL((await signIn(createBrowser(), credentials)).url).searchParams.get('code') ?? '';
    const otherVerifier = randomBytes(32).toString('base64url');
    expect((await exchange(code, { code_verifier: otherVerifier })).status).toBe(400);
    const fresh = new URL((await signIn(createBrowser(), credentials)).url).searchParams.get('code') ?? '';
    expect((await exchange(fresh)).status).toBe(200);
    expect((await exchange(fresh)).status).toBe(400);
  });

  it('never redirects to an unregistered address', async () => {
    const page = await createBrowser().open(authorizationUrl({ redirect_uri: 'http://evil.test/callback' }));
    expect(page.url).toContain(sandbox.identityIssuer);
    expect(page.body).toContain('invalid_redirect_uri');
  });

  it('explains a login page opened without its cookie', async () => {
    const { url } = await createBrowser().open(authorizationUrl());
    const page = await createBrowser().open(url);
    expect(page.status).toBe(400);
    expect(page.body).toContain('Start it again');
  });

  it('signs out and asks for the password again', async () => {
    const browser = createBrowser();
    await signIn(browser, { email: staff.email, password: staff.password });
    const question = await browser.open(endpoints.end_session_endpoint);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.body)?.[1] ?? '';
    const done = await browser.submit(`${endpoints.end_session_endpoint}/confirm`, { xsrf, logout: 'yes' });
    expect(done.body).toContain('You are signed out');
    expect((await browser.open(authorizationUrl())).body).toContain('name="password"');
  });
});
