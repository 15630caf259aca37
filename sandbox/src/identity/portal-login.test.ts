import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBrowser, type Browser } from '../testing/browser.ts';
import { redirectUri, resident, runSandbox, sendJson, staff } from '../testing/run-sandbox.ts';
import type { TestSandbox } from '../testing/run-sandbox.ts';
import { subjectOf } from './account-directory.ts';

const portal = 'http://portal.test';
const landing = `${portal}/portal/identity`;
const verifier = randomBytes(32).toString('base64url');

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.stop());

/** Returns the authorization URL of a portal. */
function authorizationUrl(changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: portal,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: landing,
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${sandbox.identityIssuer}/auth?${query.toString()}`;
}

async function signIn(browser: Browser, email: string, changes: Record<string, string> = {}) {
  const page = await browser.open(authorizationUrl(changes));
  const action = /<form method="post" action="([^"]+\/login)"/.exec(page.body)?.[1];
  return browser.submit(new URL(action ?? '', page.url).href, { email });
}

const codeOf = (address: string): string => new URL(address).searchParams.get('code') ?? '';

/** Redeems a code as a page of an origin does: without a secret. */
const redeem = (code: string, origin = portal): Promise<Response> =>
  fetch(`${sandbox.identityIssuer}/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: portal,
      code,
      redirect_uri: landing,
      code_verifier: verifier,
    }),
  });

const Tokens = z.object({ id_token: z.string() });

async function claimsOf(response: Response) {
  const { id_token: token } = Tokens.parse(await response.json());
  const keys = createRemoteJWKSet(new URL(`${sandbox.identityIssuer}/jwks`));
  return (await jwtVerify(token, keys, { issuer: sandbox.identityIssuer, audience: portal })).payload;
}

describe('the login of residents', () => {
  it('ends with an ID token for the portal, without a secret or a password', async () => {
    const back = await signIn(createBrowser(), resident.email);
    expect(back.url.startsWith(`${landing}?`)).toBe(true);
    const answer = await redeem(codeOf(back.url));
    expect(answer.headers.get('access-control-allow-origin')).toBe(portal);
    const claims = await claimsOf(answer);
    expect(claims).toMatchObject({
      sub: subjectOf(resident.email),
      azp: portal,
      nonce: 'nonce-1',
      email: resident.email,
      email_verified: true,
    });
    expect(claims).not.toHaveProperty('o');
    expect(sandbox.reports).toEqual([]);
  });

  it('accepts any e-mail, in its latest declared state', async () => {
    const email = 'unproven@maple.test';
    await sendJson('POST', `${sandbox.sandboxUrl}/identity/session-tokens`, { email, emailVerified: false });
    const { url } = await signIn(createBrowser(), email);
    expect(await claimsOf(await redeem(codeOf(url)))).toMatchObject({ email, email_verified: false });
  });

  it('shows a message for an invalid e-mail', async () => {
    const page = await signIn(createBrowser(), 'rosa');
    expect([page.status, page.body.includes('This is not an e-mail address.')]).toEqual([401, true]);
  });

  it('issues no token to a page of another origin', async () => {
    const { url } = await signIn(createBrowser(), resident.email);
    const answer = await redeem(codeOf(url), 'http://other-portal.test');
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('never redirects to another portal', async () => {
    const uri = 'http://other-portal.test/portal/identity';
    const page = await createBrowser().open(authorizationUrl({ redirect_uri: uri }));
    expect(page.body).toContain('invalid_redirect_uri');
  });

  it('continues with another account through a form that submits itself', async () => {
    const browser = createBrowser();
    expect(codeOf((await signIn(browser, 'first@maple.test')).url)).not.toBe('');
    const form = await signIn(browser, 'second@maple.test', { prompt: 'login' });
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form.body)?.[1] ?? '';
    const end = `${sandbox.identityIssuer}/session/end/confirm`;
    const { url } = await browser.submit(end, { xsrf, logout: 'yes' });
    expect(await claimsOf(await redeem(codeOf(url)))).toMatchObject({ email: 'second@maple.test' });
  });

  it('does not satisfy the operator dashboard, whose client asks for the password', async () => {
    const browser = createBrowser();
    expect(codeOf((await signIn(browser, staff.email)).url)).not.toBe('');
    const page = await browser.open(
      authorizationUrl({ client_id: 'operator-dashboard', redirect_uri: redirectUri }),
    );
    expect(page.body).toContain('name="password"');
  });
});
