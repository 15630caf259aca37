import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resident, runSandbox, sendJson, staff } from '../testing/run-sandbox.ts';
import type { TestSandbox } from '../testing/run-sandbox.ts';

let sandbox: TestSandbox;
let keySet: ReturnType<typeof createRemoteJWKSet>;

beforeAll(async () => {
  sandbox = await runSandbox();
  const discovery = await fetch(`${sandbox.identityIssuer}/.well-known/openid-configuration`);
  const { jwks_uri: jwksUri } = z.object({ jwks_uri: z.url() }).parse(await discovery.json());
  keySet = createRemoteJWKSet(new URL(jwksUri));
});
afterAll(() => sandbox.stop());

async function mint(kind: 'session' | 'staff', body: object): Promise<string> {
  const response = await sendJson('POST', `${sandbox.sandboxUrl}/identity/${kind}-tokens`, body);
  expect(response.status).toBe(200);
  return z.object({ token: z.string() }).parse(await response.json()).token;
}

function verify(token: string, audience?: string) {
  const expected = { issuer: sandbox.identityIssuer, algorithms: ['RS256'], typ: 'JWT' };
  return jwtVerify(token, keySet, audience === undefined ? expected : { ...expected, audience });
}

function user(sub: string | undefined, authorization: string) {
  return fetch(`${sandbox.identityIssuer}/v1/users/${sub}`, { headers: { authorization } });
}

describe('POST /identity/session-tokens', () => {
  it('mints a token for the first portal and ten minutes, which the published keys verify', async () => {
    const { payload, protectedHeader } = await verify(await mint('session', { email: resident.email }));
    expect(payload).toMatchObject({ azp: 'http://portal.test', email: resident.email, email_verified: true });
    expect(payload['sid']).toMatch(/^sess_/);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
    expect(payload.nbf).toBe(payload.iat);
    expect(protectedHeader.kid).toBeTruthy();
  });

  it('gives all spellings of an e-mail one subject', async () => {
    const first = await verify(await mint('session', { email: 'New.Person@maple.test' }));
    const second = await verify(
      await mint('session', { email: 'new.person@MAPLE.test', emailVerified: false }),
    );
    const other = await verify(await mint('session', { email: 'other.person@maple.test' }));
    expect(second.payload.sub).toBe(first.payload.sub);
    expect(other.payload.sub).not.toBe(first.payload.sub);
    expect(second.payload['email_verified']).toBe(false);
    expect(second.payload['sid']).not.toBe(first.payload['sid']);
  });

  it('names another origin on request', async () => {
    const { payload } = await verify(
      await mint('session', { email: resident.email, azp: 'http://evil.test' }),
    );
    expect(payload['azp']).toBe('http://evil.test');
  });

  it('mints an expired token on request', async () => {
    const expired = verify(await mint('session', { email: resident.email, expiresInSeconds: -5 }));
    await expect(expired).rejects.toBeInstanceOf(errors.JWTExpired);
  });

  it('omits the e-mail on request, and the user endpoint returns it', async () => {
    const token = await mint('session', { email: 'quiet@maple.test', emailVerified: false, omitEmail: true });
    const { payload } = await verify(token);
    expect(payload).not.toHaveProperty('email');
    expect(payload).not.toHaveProperty('email_verified');
    const response = await user(payload.sub, 'Bearer identity-api-secret');
    expect(await response.json()).toEqual({
      user: { id: payload.sub, email: 'quiet@maple.test', emailVerified: false },
    });
  });

  it.each([
    ['no body at all', undefined],
    ['no e-mail', {}],
    ['an e-mail without a domain', { email: 'rosa' }],
    ['a misspelled field', { email: 'rosa@maple.test', emailVerifed: false }],
  ])('422 for %s', async (_case, body) => {
    const response = await sendJson('POST', `${sandbox.sandboxUrl}/identity/session-tokens`, body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', errors: [{}] });
  });
});

describe('POST /identity/staff-tokens', () => {
  const request = { email: staff.email, organization: 'maple', role: 'manager' };

  it('names the organization by id in a nested claim', async () => {
    const { payload } = await verify(await mint('staff', request), 'property-access-staff');
    expect(payload).toMatchObject({
      email: staff.email,
      name: staff.name,
      azp: 'operator-dashboard',
      o: { id: 'org_maple', rol: 'manager', slg: 'maple' },
    });
  });

  it('names it in flat claims on request', async () => {
    const { payload } = await verify(
      await mint('staff', { ...request, claims: 'flat' }),
      'property-access-staff',
    );
    expect(payload).toMatchObject({ org_id: 'org_maple', org_role: 'manager', org_slug: 'maple' });
    expect(payload).not.toHaveProperty('o');
  });

  it('accepts an unknown organization as an id', async () => {
    const { payload } = await verify(await mint('staff', { ...request, organization: 'org_else' }));
    expect(payload['o']).toEqual({ id: 'org_else', rol: 'manager', slg: 'org_else' });
  });
});

describe('GET /v1/users/{sub}', () => {
  it('401 without the right secret', async () => {
    const response = await user('person_0', 'Bearer wrong');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('404 for a subject without a minted token', async () => {
    expect((await user('person_0', 'Bearer identity-api-secret')).status).toBe(404);
  });
});
