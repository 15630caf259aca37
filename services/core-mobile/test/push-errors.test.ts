import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { newId } from '@pas/shared/ids/id';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { workContext } from '@pas/shared/context/work-context';
import { openPushSenders, pushFields } from '@pas/shared/push/push-settings';
import { pushToDevice } from '@pas/shared/push/push-to-device';
import type { PushTreatment } from '@pas/testing/push-services';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addResident, newHome, testTokens, type TestResident } from './core-mobile-harness.ts';
import { startWithPush } from './push-harness.ts';

const { outside, log, senders, service } = await startWithPush();

type Provider = DeviceRow['provider'];
type Device = { id: string; token: string };
type Error = Pick<PushTreatment, 'status' | 'code' | 'message' | 'timestamp'>;

let person: TestResident;
beforeEach(async () => {
  await outside.treat({ behaviour: 'accept' });
  person = await addResident(newHome());
});

async function register(body: object, as = person.as): Promise<string> {
  const answer = await service.call<{ device: { id: string } }>('POST', '/devices', { as, body });
  expect([200, 201]).toContain(answer.status);
  return answer.body.device.id;
}

async function addAt(provider: Provider): Promise<Device> {
  if (provider === 'WEBPUSH') {
    const subscription = await outside.subscribe();
    return { id: await register({ provider, ...subscription }), token: subscription.endpoint };
  }
  const token = `token:${newId('event')}`;
  return { id: await register({ provider, token }), token };
}

const send = async ({ id }: Device) => {
  const path = `/devices/${id}/test`;
  return (await service.call<{ test: object }>('POST', path, { as: person.as })).body.test;
};
const stored = async ({ id }: Device) =>
  DeviceModel.findOne({ _id: id, tenantId: person.row.tenantId }).lean<DeviceRow>();
const refuse = ({ token }: Device, error: Error, times?: number) =>
  outside.treat({ behaviour: 'refuse', token, ...error, ...(times && { times }) });

const worker = { service: 'core-mobile', name: 'Test', environment: 'TEST', events: leaveToSweeper, log };

/** Sends a message to a device as it was read earlier. */
const push = (device: DeviceRow, by = senders) => {
  const message = { id: newId('event'), kind: 'call', title: 'a', body: 'b', data: {}, ttlSeconds: 20 };
  return pushToDevice(workContext(worker, device.tenantId), by, { device, message });
};

async function pushAsSentBefore(device: DeviceRow, error: Error) {
  await outside.treat({ behaviour: 'refuse', ...error });
  return push(device);
}

const gone = { result: 'GONE', reason: 'not_registered' };
const unreachable = (reason: string) => ({ result: 'UNREACHABLE', reason });

const chromeMismatch =
  'the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.';

describe('an error that names the token ends the device', () => {
  test.each<[Provider, number, string]>([
    ['FCM', 404, 'UNREGISTERED'],
    ['FCM', 403, 'SENDER_ID_MISMATCH'],
    ['APNS', 400, 'BadDeviceToken'],
    ['APNS', 400, 'DeviceTokenNotForTopic'],
    ['APNS', 410, 'Unregistered'],
    ['APNS', 410, 'ExpiredToken'],
    ['WEBPUSH', 404, ''],
    ['WEBPUSH', 410, ''],
    ['WEBPUSH', 403, chromeMismatch],
    ['WEBPUSH', 400, '{"reason":"VapidPkHashMismatch"}'],
    ['WEBPUSH', 401, '{"code":401,"errno":109,"message":"VAPID public key mismatch"}'],
  ])('%s %i %s', async (provider, status, code) => {
    const device = await addAt(provider);
    await refuse(device, { status, code });
    expect(await send(device)).toEqual(gone);
    expect(await stored(device)).toMatchObject({ status: 'INVALID' });
  });
});

test('a token that FCM cannot read ends the device', async () => {
  const device = await addAt('FCM');
  const message = 'The registration token is not a valid FCM registration token';
  await refuse(device, { status: 400, code: 'INVALID_ARGUMENT', message });
  expect(await send(device)).toEqual(gone);
});

describe('an error of the service or of our credential is retried', () => {
  test.each<[Provider, number, string]>([
    ['FCM', 429, 'QUOTA_EXCEEDED'],
    ['FCM', 503, 'UNAVAILABLE'],
    ['FCM', 500, 'INTERNAL'],
    ['FCM', 401, ''],
    ['APNS', 429, 'TooManyRequests'],
    ['APNS', 429, 'TooManyProviderTokenUpdates'],
    ['APNS', 400, 'IdleTimeout'],
    ['APNS', 500, 'InternalServerError'],
    ['APNS', 503, 'ServiceUnavailable'],
    ['APNS', 503, 'Shutdown'],
    ['APNS', 403, 'ExpiredProviderToken'],
    ['WEBPUSH', 429, ''],
    ['WEBPUSH', 502, ''],
  ])('%s %i %s', async (provider, status, code) => {
    const device = await addAt(provider);
    await refuse(device, { status, code }, 1);
    expect(await send(device)).toEqual({ result: 'ACCEPTED', reason: null });
    expect(await outside.arrived(device.token)).toHaveLength(1);
  });
});

describe('an error of our settings is refused immediately, and the device stays', () => {
  test.each<[Provider, number, string]>([
    ['FCM', 400, 'INVALID_ARGUMENT'],
    ['FCM', 401, 'THIRD_PARTY_AUTH_ERROR'],
    ['FCM', 403, 'PERMISSION_DENIED'],
    ['APNS', 403, 'InvalidProviderToken'],
    ['APNS', 400, 'TopicDisallowed'],
    ['APNS', 413, 'PayloadTooLarge'],
    ['APNS', 403, 'AnUnknownReason'],
    ['WEBPUSH', 403, 'invalid JWT provided'],
    ['WEBPUSH', 401, ''],
    ['WEBPUSH', 413, ''],
  ])('%s %i %s', async (provider, status, code) => {
    const device = await addAt(provider);
    await refuse(device, { status, code }, 1);
    expect(await send(device)).toEqual(unreachable('refused'));
    expect(await stored(device)).toMatchObject({ status: 'ACTIVE', version: 1 });
  });
});

test('credentials that a service does not accept are refused, and no device ends', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const pem = (key: KeyObject): string => String(key.export({ format: 'pem', type: 'pkcs8' }));
  const account = JSON.parse(outside.settings['FCM_SERVICE_ACCOUNT_KEY'] ?? '') as object;
  const wrong = z.object(pushFields).parse({
    ...outside.settings,
    FCM_SERVICE_ACCOUNT_KEY: JSON.stringify({ ...account, private_key: pem(rsa) }),
    APNS_PRIVATE_KEY: pem(ec),
  });
  const others = openPushSenders({ ...wrong, NODE_ENV: 'test' }, { tokens: testTokens, log });
  for (const provider of ['FCM', 'APNS'] as const) {
    const device = await addAt(provider);
    expect(await push((await stored(device)) as DeviceRow, others)).toEqual(unreachable('refused'));
    expect(await stored(device)).toMatchObject({ status: 'ACTIVE' });
  }
  await others.close();
});

describe('a device that was registered again lives on', () => {
  test('APNs found its token invalid before the registration', async () => {
    const device = await addAt('APNS');
    await refuse(device, { status: 410, code: 'Unregistered', timestamp: Date.now() - 60_000 });
    expect(await send(device)).toEqual(unreachable('not_registered'));
    expect(await stored(device)).toMatchObject({ status: 'ACTIVE' });
    await refuse(device, { status: 410, code: 'Unregistered', timestamp: Date.now() + 1000 });
    expect(await send(device)).toEqual(gone);
  });

  test('the subscription got new keys while a message was on its way', async () => {
    const { endpoint, keys } = await outside.subscribe();
    const provider = 'WEBPUSH';
    const device = { id: await register({ provider, endpoint, keys }), token: endpoint };
    const before = (await stored(device)) as DeviceRow;
    const other = await outside.subscribe();
    await register({ provider, endpoint, keys: other.keys });
    expect(await pushAsSentBefore(before, { status: 410, code: '' })).toEqual(unreachable('not_registered'));
    expect(await stored(device)).toMatchObject({ status: 'ACTIVE' });
  });

  test('its token belongs to another person by then', async () => {
    const device = await addAt('FCM');
    const before = (await stored(device)) as DeviceRow;
    const neighbour = await addResident(newHome());
    const id = await register({ provider: 'FCM', token: device.token }, neighbour.as);
    await pushAsSentBefore(before, { status: 404, code: 'UNREGISTERED' });
    const filter = { _id: id, tenantId: neighbour.row.tenantId };
    expect(await DeviceModel.findOne(filter).lean()).toMatchObject({ status: 'ACTIVE', version: 1 });
  });
});

test('a message that waits is not sent to a token that another person has by then', async () => {
  const device = await addAt('FCM');
  const before = (await stored(device)) as DeviceRow;
  await register({ provider: 'FCM', token: device.token }, (await addResident(newHome())).as);
  await refuse(device, { status: 503, code: 'UNAVAILABLE' }, 1);
  expect(await push(before)).toEqual(unreachable('unavailable'));
  expect(await outside.arrived(device.token)).toEqual([]);
});
