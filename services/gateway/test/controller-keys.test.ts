import { mintControllerKey } from '@pas/shared/api-keys/controller-key-format';
import { ControllerKeyModel } from '@pas/shared/models/controller-key';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import type { ReceivedRequest } from './support/echo-service.ts';
import { call, problemOf, type Answer } from './support/http-call.ts';
import { addControllerKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const codeOf = (answer: Answer): [number, string] => [answer.status, problemOf(answer).code];

const gateway = await useGateway();

const verify = (headers: Record<string, string>, port = gateway.port) =>
  call(port, '/access/verify', { method: 'POST', headers });

test('the service gets the tenant and the property of a controller', async () => {
  const { _id: tenantId } = await addTenant();
  const { row, headers } = await addControllerKey(tenantId);
  const answer = await verify(headers);
  expect((JSON.parse(answer.text) as ReceivedRequest).principal).toMatchObject({
    kind: 'controller',
    id: row._id,
    tenantId,
    propertyIds: [row.propertyId],
    scopes: [],
  });
});

test('a key of a suspended tenant works, a key of a deleted tenant does not', async () => {
  const suspended = await addTenant({ status: 'SUSPENDED' });
  expect((await verify((await addControllerKey(suspended._id)).headers)).status).toBe(200);
  const deleted = await addTenant({ isLive: false });
  expect(codeOf(await verify((await addControllerKey(deleted._id)).headers))).toEqual([401, 'token_invalid']);
});

test('every gateway refuses an ended key within a second', async () => {
  const { _id: tenantId } = await addTenant();
  const { row, headers } = await addControllerKey(tenantId);
  const other = await gateway.addReplica();
  const both = () => Promise.all([gateway.port, other.port].map((port) => verify(headers, port)));
  expect((await both()).map(({ status }) => status)).toEqual([200, 200]);
  await ControllerKeyModel.updateOne({ _id: row._id, tenantId }, { $set: { isLive: false } });
  await waitUntil(async () => (await both()).every(({ status }) => status === 401), {
    what: 'both refusals',
    timeoutMs: 1000,
    everyMs: 10,
  });
});

test('a replaced key works until its grace period ends or it is revoked', async () => {
  const { _id: tenantId } = await addTenant();
  const [replaced, revoked] = [await addControllerKey(tenantId), await addControllerKey(tenantId)];
  const setGrace = (key: typeof replaced, graceUntil: Date | null) =>
    ControllerKeyModel.updateOne({ _id: key.row._id, tenantId }, { $set: { isLive: false, graceUntil } });
  const inMs = (ms: number) => new Date(Date.now() + ms);
  for (const key of [replaced, revoked]) await setGrace(key, inMs(3_600_000));
  for (const key of [replaced, revoked]) expect((await verify(key.headers)).status).toBe(200);
  await setGrace(revoked, null);
  await setGrace(replaced, inMs(1500));
  for (const key of [replaced, revoked])
    await waitUntil(async () => (await verify(key.headers)).status === 401, {
      what: 'the refusal',
      everyMs: 50,
    });
});

test('401 for a known public id with another secret', async () => {
  const { _id: tenantId } = await addTenant();
  const { row } = await addControllerKey(tenantId);
  const { key, publicId } = mintControllerKey();
  await ControllerKeyModel.updateOne({ _id: row._id, tenantId }, { $set: { publicId } });
  expect(codeOf(await verify({ authorization: `Bearer ${key}` }))).toEqual([401, 'token_invalid']);
});
