import { expect, test } from 'vitest';
import {
  createResidentClient,
  DeadlineError,
  rotateSelf,
  waitForAttempt,
  waitForImport,
} from '../src/index.ts';
import { inOrder, useAdmin, useServer } from './use-server.ts';

const attempt = (status: string) => ({ body: { attempt: { id: 'att_1', status } } });
const importOf = (status: string) => ({ body: { import: { id: 'imp_1', status } } });

test('an attempt of staff is read until its door has answered', async () => {
  const { client, server } = await useAdmin(inOrder(attempt('PENDING'), attempt('SUCCEEDED')));
  expect(await waitForAttempt(client, { id: 'att_1' })).toMatchObject({ status: 'SUCCEEDED' });
  expect(server.requests.map(({ path }) => path)).toEqual(Array(2).fill('/api/admin/unlock-attempts/att_1'));
});

test('the service itself waits for the attempt of a resident', async () => {
  const server = await useServer(inOrder(attempt('FAILED')));
  const session = { tokens: { token: 't', refreshToken: 'r', expiresAt: Date.now() + 3_600_000 } };
  const client = createResidentClient({ baseUrl: server.url, session });
  expect(await waitForAttempt(client, 'att_1')).toMatchObject({ status: 'FAILED' });
  expect(server.requests[0]).toMatchObject({ path: '/access/attempts/att_1' });
  expect(server.requests[0]?.query.get('wait')).toBe('10');
});

test('an import is read until it is no longer in progress', async () => {
  const { client, server } = await useAdmin(inOrder(importOf('VALIDATING'), importOf('VALIDATED')));
  expect(await waitForImport(client, 'imp_1')).toMatchObject({ status: 'VALIDATED' });
  expect(server.requests).toHaveLength(2);
});

test('a wait ends at its deadline', async () => {
  const { client } = await useAdmin(inOrder(importOf('COMMITTING')));
  await expect(waitForImport(client, 'imp_1', { timeoutMs: 1 })).rejects.toBeInstanceOf(DeadlineError);
});

test('a rotated key is stored before it is used', async () => {
  const rotated = {
    status: 201,
    body: { apiKey: { id: 'key_2', secret: 'pas_dev_next', secretAvailable: true } },
  };
  const { client, server } = await useAdmin(inOrder(rotated, { body: { stats: {} } }));
  const saved: string[] = [];
  const save = async (secret: string) => {
    saved.push(secret);
    await client.stats.get();
  };
  await rotateSelf(client, { save, gracePeriodSeconds: 60 });
  await client.stats.get();
  expect(saved).toEqual(['pas_dev_next']);
  expect(server.requests[0]).toMatchObject({
    path: '/api/admin/api-keys/self/rotate',
    body: '{"gracePeriodSeconds":60}',
  });
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer pas_dev_key',
    'Bearer pas_dev_key',
    'Bearer pas_dev_next',
  ]);
});
