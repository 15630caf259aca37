import { describe, expect, test } from 'vitest';
import {
  ConnectionFailedError,
  createResidentClient,
  DeadlineError,
  RateLimitError,
  SecretUnavailableError,
  ServerError,
} from '../src/index.ts';
import { delayBefore, mayRepeat, readRetryAfter } from '../src/runtime/retry.ts';
import { problem } from './scripted-server.ts';
import { inOrder, useAdmin, useServer } from './use-server.ts';

const now = { 'retry-after': '0' };
const busy = problem(503, 'store_unavailable', { headers: now });
const limited = problem(429, 'rate_limited', { headers: now });

describe('a request is sent again', () => {
  test('with one Idempotency-Key and one correlation id', async () => {
    const { client, server } = await useAdmin(inOrder(limited, busy, { body: { unit: { id: 'unit_1' } } }));
    await client.units.ensure({ propertyId: 'prop_1', label: '4B' });
    expect(server.requests).toHaveLength(3);
    const keys = server.requests.map(({ headers }) => [
      headers['idempotency-key'],
      headers['x-correlation-id'],
    ]);
    expect(new Set(keys.map(String)).size).toBe(1);
  });

  test('after a connection that was cut within the answer', async () => {
    const { client, server } = await useAdmin(
      inOrder({ body: { stats: {} }, cut: true }, { body: { stats: { properties: 1 } } }),
    );
    expect(await client.stats.get()).toEqual({ properties: 1 });
    expect(server.requests).toHaveLength(2);
  });

  test('while the first request with its key is still running', async () => {
    const running = problem(409, 'idempotency_in_progress', { headers: now });
    const { client } = await useAdmin(inOrder(running, { body: { unit: { id: 'unit_1' } } }));
    expect(await client.units.ensure({ propertyId: 'prop_1', label: '4B' })).toEqual({ id: 'unit_1' });
  });

  test('at most maxRetries times; the error counts all attempts', async () => {
    const { client, server } = await useAdmin(inOrder(busy), { maxRetries: 2 });
    await expect(client.stats.get()).rejects.toMatchObject({
      name: 'ServerError',
      status: 503,
      code: 'store_unavailable',
      attempts: 3,
    });
    expect(server.requests).toHaveLength(3);
  });
});

describe('a log-in has no key, so it', () => {
  const credentials = { email: 'jordan@example.test', password: 'correct horse' };

  test('is not sent again after a 503, which may hide an effect', async () => {
    const server = await useServer(inOrder(busy));
    const client = createResidentClient({ baseUrl: server.url });
    await expect(client.auth.logIn(credentials)).rejects.toBeInstanceOf(ServerError);
    expect(server.requests).toHaveLength(1);
  });

  test('is sent again after a 429, which has none', async () => {
    const server = await useServer(inOrder(limited, { body: { token: 't', expiresIn: 900 } }));
    await createResidentClient({ baseUrl: server.url }).auth.logIn(credentials);
    expect(server.requests).toHaveLength(2);
  });
});

test('a wait beyond the deadline fails immediately, with the time to wait', async () => {
  const { client, server } = await useAdmin(
    inOrder(problem(429, 'rate_limited', { headers: { 'retry-after': '120' } })),
  );
  const failed: unknown = await client.stats.get().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(RateLimitError);
  expect(failed).toMatchObject({ retryAfterMs: 120_000, attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

test('a server that does not answer ends at the deadline', async () => {
  const { client } = await useAdmin(inOrder({ silent: true }));
  await expect(client.stats.get({}, { timeoutMs: 50 })).rejects.toBeInstanceOf(DeadlineError);
});

test('an aborted signal ends the call with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('The page was left.');
  const { client } = await useAdmin(() => {
    controller.abort(reason);
    return { silent: true };
  });
  await expect(client.stats.get({}, { signal: controller.signal })).rejects.toBe(reason);
});

test('a refused connection is an error of its own', async () => {
  const { client, server } = await useAdmin(inOrder({}), { maxRetries: 0 });
  await server.stop();
  await expect(client.stats.get()).rejects.toBeInstanceOf(ConnectionFailedError);
});

test('a repeated creation whose secret is lost names the created key', async () => {
  const apiKey = { id: 'key_1', secret: null, secretAvailable: false };
  const replayed = { status: 201, headers: { 'idempotency-replayed': 'true' }, body: { apiKey } };
  const { client } = await useAdmin(inOrder({ body: { apiKey }, cut: true }, replayed));
  const failed: unknown = await client.apiKeys
    .create({ name: 'Sync', scopes: ['units:read'] })
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SecretUnavailableError);
  expect(failed).toMatchObject({ data: { id: 'key_1' } });
});

test('waits grow at random to eight seconds, and Retry-After gets a quarter at most', () => {
  const lost = { status: null, code: null, retryAfterMs: null };
  expect([1, 3, 9].map((attempt) => delayBefore(attempt, lost, () => 1))).toEqual([500, 2000, 8000]);
  expect(delayBefore(5, lost, () => 0)).toBe(0);
  const failure = { status: 429, code: null, retryAfterMs: 2000 };
  expect([0, 1].map((part) => delayBefore(1, failure, () => part))).toEqual([2000, 2500]);
});

test('Retry-After is read as seconds or as a date', () => {
  expect(readRetryAfter(new Headers({ 'retry-after': '3' }))).toBe(3000);
  expect(readRetryAfter(new Headers({ 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' }))).toBe(0);
  expect(readRetryAfter(new Headers({ 'retry-after': 'soon' }))).toBeNull();
});

test.each([400, 401, 403, 404, 409, 412, 422, 500])('%i is final', (status) => {
  expect(mayRepeat({ status, code: 'any', retryAfterMs: null }, true)).toBe(false);
});
