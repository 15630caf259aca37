import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SessionModel } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel } from '@pas/shared/models/user';
import { waitUntil } from '@pas/testing/wait-until';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { ReceivedRequest } from './support/echo-service.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { addSession, addTenant, addUser } from './support/rows.ts';
import { signIn, signToken, type SignInResult, type TokenOptions } from './support/sign-in.ts';
import { issuer, useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();
const tenantId = (await addTenant())._id;

const signInHere = (ofTenant = tenantId, options: TokenOptions = {}): Promise<SignInResult> =>
  signIn(gateway, ofTenant, options);

const get = (path: string, token: string): Promise<Answer> =>
  call(gateway.port, path, { headers: { authorization: `Bearer ${token}` } });

const codeOf = (answer: Answer): [number, string] => [answer.status, problemOf(answer).code];

/** A token with the right claims, and a header or key of the attacker. */
async function forge(header: Record<string, unknown>, sign: (input: string) => string): Promise<string> {
  const { token } = await signInHere();
  const [, payload = ''] = token.split('.');
  const input = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}`;
  return `${input}.${sign(input)}`;
}

describe('a good token', () => {
  test.each([
    ['/api/v1/me', 'resident'],
    ['/devices/all', 'core-mobile'],
    ['/access/points', 'core-mobile'],
  ])('speaks for its resident at %s', async (path, service) => {
    const { user, sessionId, token } = await signInHere();
    const answer = await get(path, token);
    expect(answer.status).toBe(200);
    const seen = JSON.parse(answer.text) as ReceivedRequest;
    expect(seen.service).toBe(service);
    expect(seen.principal).toMatchObject({ kind: 'resident', id: user._id, tenantId, sessionId, scopes: [] });
    expect(seen.headers['authorization']).toBeUndefined();
  });

  test.each([
    ['expired 30 s ago', -930_000],
    ['is issued 30 s in the future', 30_000],
  ])('that %s is accepted', async (_what, offsetMs) => {
    const { token } = await signInHere(tenantId, { now: new Date(Date.now() + offsetMs) });
    // The second request finds it in the cache.
    for (const _turn of [1, 2]) expect((await get('/api/v1/me', token)).status).toBe(200);
  });

  test('still works in a suspended tenant, so that residents keep their doors', async () => {
    const suspended = await addTenant({ status: 'SUSPENDED' });
    const { token } = await signInHere(suspended._id);
    expect((await get('/access/points', token)).status).toBe(200);
  });
});

describe('401', () => {
  test('credentials_missing without a token', async () => {
    expect(codeOf(await call(gateway.port, '/api/v1/me'))).toEqual([401, 'credentials_missing']);
  });

  test.each([
    ['an hour', 3_600_000],
    ['more than a minute', 962_000],
  ])('token_expired for one that ran out %s ago', async (_what, ageMs) => {
    const { token } = await signInHere(tenantId, { now: new Date(Date.now() - ageMs) });
    expect(codeOf(await get('/api/v1/me', token))).toEqual([401, 'token_expired']);
  });

  test('token_expired for a cached token after its minute of tolerance', async () => {
    const { token } = await signInHere(tenantId, { now: new Date(Date.now() - 958_000) });
    expect((await get('/api/v1/me', token)).status).toBe(200);
    const isExpired = async () => (await get('/api/v1/me', token)).text.includes('token_expired');
    await waitUntil(isExpired, { what: 'the token to expire' });
  });

  test.each([
    ['another key', { key: generateKeyPairSync('ed25519').privateKey }],
    ['another issuer', { issuer: 'http://other-portal.test' }],
  ])('token_invalid for one of %s', async (_what, options) => {
    const { token } = await signInHere(tenantId, options);
    expect(codeOf(await get('/api/v1/me', token))).toEqual([401, 'token_invalid']);
  });

  test('token_invalid for another type or audience, or a missing claim', async () => {
    const { user, sessionId, token } = await signInHere();
    const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
      kid: string;
    };
    const sign = (typ: string, audience: string, claims: Record<string, string>): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'Ed25519', typ, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(user._id)
        .setExpirationTime('5 min')
        .sign(gateway.coreJwtKey);
    const claims = { tid: tenantId, sid: sessionId };
    expect((await get('/api/v1/me', await sign('at+jwt', 'core', claims))).status).toBe(200);
    for (const bad of [
      await sign('JWT', 'core', claims),
      await sign('at+jwt', 'somewhere', claims),
      await sign('at+jwt', 'core', { tid: tenantId }),
    ]) {
      expect(codeOf(await get('/api/v1/me', bad))).toEqual([401, 'token_invalid']);
    }
  });

  test('token_invalid for forged algorithms and headers, without fetching any key', async () => {
    const { token } = await signInHere();
    const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
      kid: string;
    };
    const before = gateway.resident.count();
    const base = { typ: 'at+jwt', kid };
    const publicText = 'the public key as an HMAC secret';
    const hmac = (input: string) => createHmac('sha256', publicText).update(input).digest('base64url');
    const jku = `${gateway.resident.url}/keys`;
    for (const bad of [
      await forge({ ...base, alg: 'none' }, () => ''),
      await forge({ ...base, alg: 'HS256' }, hmac),
      await forge({ ...base, alg: 'Ed25519', jku }, () => 'AAAA'),
      await forge({ ...base, alg: 'Ed25519', crit: ['exp'], exp: 1 }, () => 'AAAA'),
      await forge({ ...base, alg: 'Ed25519', kid: '../../etc/passwd' }, () => 'AAAA'),
      await forge({ ...base, alg: 'Ed25519', kid: { $ne: '' } }, () => 'AAAA'),
      `${token.slice(0, -4)}AAAA`,
      'e30.e30.e30',
    ]) {
      expect(codeOf(await get('/api/v1/me', bad))).toEqual([401, 'token_invalid']);
    }
    expect(gateway.resident.count()).toBe(before);
  });

  test('token_invalid for a good token on the Admin API and at a controller’s path', async () => {
    const { token } = await signInHere();
    expect(codeOf(await get('/api/admin/units', token))).toEqual([401, 'token_invalid']);
    expect(codeOf(await get('/access/verify', token))).toEqual([401, 'token_invalid']);
    expect(codeOf(await call(gateway.port, '/access/verify'))).toEqual([401, 'credentials_missing']);
  });

  test('token_invalid on the Admin API also for an expired token or an ended session', async () => {
    const { token: expired } = await signInHere(tenantId, { now: new Date(Date.now() - 3_600_000) });
    const { token: ended, sessionId } = await signInHere();
    await SessionModel.updateOne({ _id: sessionId }, { revokedAt: new Date() });
    for (const token of [expired, ended])
      for (const path of ['/api/admin/units', '/access/verify'])
        expect(codeOf(await get(path, token))).toEqual([401, 'token_invalid']);
  });

  test.each([
    ['revoked', { revokedAt: new Date() }],
    ['idle for too long', { idleExpiresAt: new Date(1) }],
    ['at its end', { absoluteExpiresAt: new Date(1) }],
  ])('session_expired for a session that is %s', async (_what, overrides) => {
    const user = await addUser(tenantId);
    const session = await addSession(user, overrides);
    const token = await signToken(gateway, { userId: user._id, tenantId, sessionId: session._id });
    expect(codeOf(await get('/api/v1/me', token))).toEqual([401, 'session_expired']);
  });

  test('session_expired for the session of another resident, and for none', async () => {
    const { user, sessionId } = await signInHere();
    const other = await addUser(tenantId);
    for (const subject of [
      { userId: other._id, tenantId, sessionId },
      { userId: user._id, tenantId, sessionId: 'ses_none' },
      { userId: user._id, tenantId: (await addTenant())._id, sessionId },
    ]) {
      const token = await signToken(gateway, subject);
      expect(codeOf(await get('/api/v1/me', token))).toEqual([401, 'session_expired']);
    }
  });
});

describe('within a second, a token that was good ends', () => {
  const isEnded = async (token: string): Promise<boolean> =>
    waitUntil(async () => (await get('/api/v1/me', token)).text.includes('session_expired'), {
      what: 'the session to end',
      timeoutMs: 1000,
      everyMs: 10,
    });

  test.each([
    [
      'its session is revoked',
      ({ sessionId }: SignInResult) => SessionModel.updateOne({ _id: sessionId }, { revokedAt: new Date() }),
    ],
    ['its session is removed', ({ sessionId }: SignInResult) => SessionModel.deleteOne({ _id: sessionId })],
    [
      'its user is disabled',
      ({ user }: SignInResult) =>
        UserModel.updateOne({ _id: user._id, tenantId: user.tenantId }, { status: 'DISABLED' }),
    ],
    [
      'its user is FORMER',
      ({ user }: SignInResult) =>
        UserModel.updateOne(
          { _id: user._id, tenantId: user.tenantId, isLive: true, isFormer: null },
          { status: 'FORMER', isFormer: true },
        ),
    ],
    [
      'the time has come at which its user moves out',
      ({ user }: SignInResult) =>
        UserModel.updateOne(
          { _id: user._id, tenantId: user.tenantId },
          { formerDueAt: new Date(Date.now() + 300) },
        ),
    ],
    [
      'its user is deleted',
      ({ user }: SignInResult) =>
        UserModel.updateOne(
          { _id: user._id, tenantId: user.tenantId, isLive: true, isFormer: null },
          { isLive: false },
        ),
    ],
    [
      'its tenant is deleted',
      ({ user }: SignInResult) => TenantModel.updateOne({ _id: user.tenantId }, { isLive: false }),
    ],
  ])('once %s', async (_what, end) => {
    const signedIn = await signInHere((await addTenant())._id);
    expect((await get('/api/v1/me', signedIn.token)).status).toBe(200);
    await end(signedIn);
    expect(await isEnded(signedIn.token)).toBe(true);
  });
});
