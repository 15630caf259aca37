import { describe, expect, test } from 'vitest';
import type { ReceivedRequest } from './support/echo-service.ts';
import { call, type Answer, type CallOptions } from './support/http-call.ts';
import { addKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';
import { signIn } from './support/sign-in.ts';

const gateway = await useGateway();
const tenantId = (await addTenant())._id;

const get = (path: string, token: string, options: CallOptions = {}): Promise<Answer> =>
  call(gateway.port, path, { ...options, headers: { authorization: `Bearer ${token}` } });

describe('optional credentials', () => {
  test('a valid token identifies its resident, for log-out and switching', async () => {
    const { user, token } = await signIn(gateway, tenantId);
    const seen = JSON.parse(
      (await get('/api/v1/auth/logout', token, { method: 'POST' })).text,
    ) as ReceivedRequest;
    expect(seen.principal).toMatchObject({ kind: 'resident', id: user._id });
  });

  test('an expired or foreign token is ignored', async () => {
    const { token: expired } = await signIn(gateway, tenantId, { now: new Date(1) });
    for (const token of [expired, 'e30.e30.e30', 'anything']) {
      const answer = await get('/api/v1/auth/refresh', token, { method: 'POST' });
      expect(answer.status).toBe(200);
      expect((JSON.parse(answer.text) as ReceivedRequest).principal.kind).toBe('anonymous');
    }
  });

  test('a resident’s token at a page, a log-in or a webhook counts as no failure', async () => {
    const from = '127.9.8.7';
    for (let turn = 0; turn < 301; turn += 1) {
      expect((await get('/api/v1/auth/clerk-session', 'e30.e30.e30', { method: 'POST', from })).status).toBe(
        200,
      );
    }
    const { headers } = await addKey(tenantId);
    expect((await call(gateway.port, '/api/admin/units', { headers, from })).status).toBe(200);
  });

  test('only clerk-session forwards the Authorization header', async () => {
    const token = 'e30.e30.e30';
    const exchange = await get('/api/v1/auth/clerk-session', token, { method: 'POST' });
    expect((JSON.parse(exchange.text) as ReceivedRequest).headers['authorization']).toBe(`Bearer ${token}`);
    for (const [method, path] of [
      ['GET', '/api/v1/auth/clerk-session'],
      ['POST', '/api/v1/auth/clerk-session/more'],
      ['POST', '/api/v1/auth/login'],
      ['POST', '/registration/login'],
    ] as const) {
      const seen = JSON.parse((await get(path, token, { method })).text) as ReceivedRequest;
      expect(seen.headers['authorization']).toBeUndefined();
    }
  });

  test('pages and webhooks get their kind of caller', async () => {
    const kindAt = async (path: string): Promise<string> =>
      (JSON.parse((await call(gateway.port, path)).text) as ReceivedRequest).principal.kind;
    expect(await kindAt('/join/some-token')).toBe('anonymous');
    expect(await kindAt('/registration/login')).toBe('anonymous');
    expect(await kindAt('/telephony-a/voice')).toBe('provider');
    expect(await kindAt('/webhooks/identity')).toBe('provider');
  });
});

describe('browsers that sign in', () => {
  const headers = {
    'x-pas-client': 'web',
    cookie: 'pas_session_DEV=operator; pas_refresh_DEV=token; theme=dark',
  };
  const seenAt = async (method: string, path: string): Promise<ReceivedRequest['headers']> =>
    (JSON.parse((await call(gateway.port, path, { method, headers })).text) as ReceivedRequest).headers;

  test('send their refresh cookie and nothing else to the routes that sign in', async () => {
    for (const path of ['/api/v1/auth/refresh', '/api/v1/auth/logout', '/join/some-token']) {
      const seen = await seenAt('POST', path);
      expect([seen['cookie'], seen['x-pas-client']]).toEqual(['pas_refresh_DEV=token', 'web']);
    }
  });

  test('send neither anywhere else', async () => {
    for (const path of ['/registration/refresh', '/payments/hook']) {
      const seen = await seenAt('POST', path);
      expect([seen['cookie'], seen['x-pas-client']]).toEqual([undefined, undefined]);
    }
  });
});
