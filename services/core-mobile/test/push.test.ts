import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { openPushSenders, pushFields } from '@pas/shared/push/push-settings';
import { ringDevices } from '@pas/shared/push/ring-devices';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { workContext } from '@pas/shared/context/work-context';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addDevice, addResident, newHome, testTokens, type TestResident } from './core-mobile-harness.ts';
import { startWithPush } from './push-harness.ts';

const { outside, log, settings, senders, service } = await startWithPush();

beforeEach(() => outside.treat({ behaviour: 'accept' }));

type Provider = DeviceRow['provider'];
type TestAnswer = { test: { result: string; reason: string | null } };

const newToken = (): string => `token:${newId('event')}`;
const newcomer = () => addResident(newHome());
const register = async ({ as }: TestResident, body: object): Promise<string> => {
  const answer = await service.call<{ device: { id: string } }>('POST', '/devices', { as, body });
  expect(answer.status).toBe(201);
  return answer.body.device.id;
};
const tryDevice = ({ as }: TestResident, id: string) =>
  service.call<TestAnswer>('POST', `/devices/${id}/test`, { as });
const stored = async ({ row }: TestResident, id: string) =>
  DeviceModel.findOne({ _id: id, tenantId: row.tenantId }).lean<DeviceRow>();

/** Registers a device of a provider. Returns its id at the push service too. */
async function registerAt(provider: Provider, person: TestResident): Promise<{ id: string; token: string }> {
  if (provider === 'WEBPUSH') {
    const subscription = await outside.subscribe();
    return { id: await register(person, { provider, ...subscription }), token: subscription.endpoint };
  }
  const token = newToken();
  return { id: await register(person, { provider, token }), token };
}

const providers = ['FCM', 'APNS', 'WEBPUSH'] as const;

describe.each(providers)('POST /devices/{id}/test at %s', (provider) => {
  test('ACCEPTED, and the message arrives in the person’s language', async () => {
    const person = await addResident(newHome(), { locale: 'de-AT' });
    const { id, token } = await registerAt(provider, person);
    const { status, body } = await tryDevice(person, id);
    expect([status, body]).toEqual([200, { test: { result: 'ACCEPTED', reason: null } }]);
    expect(await outside.arrived(token)).toMatchObject([
      { provider, token, body: 'Dieses Gerät erhält Ihre Anrufe und Nachrichten.', data: { kind: 'test' } },
    ]);
  });

  test('GONE once for a device that the service no longer knows, which becomes INVALID', async () => {
    const person = await newcomer();
    const { id, token } = await registerAt(provider, person);
    await outside.treat({ behaviour: 'gone', token });
    const answers = await Promise.all([tryDevice(person, id), tryDevice(person, id)]);
    for (const { body } of answers)
      expect(body).toEqual({ test: { result: 'GONE', reason: 'not_registered' } });
    expect(await stored(person, id)).toMatchObject({ status: 'INVALID', version: 2 });
    const written = await OutboxModel.find({ tenantId: person.row.tenantId }).lean();
    expect(JSON.stringify(written)).toContain('device.updated');
    expect(JSON.stringify(written)).not.toContain(token);
    await outside.treat({ behaviour: 'accept' });
    expect((await tryDevice(person, id)).body.test.result).toBe('GONE');
    expect(await outside.arrived(token)).toEqual([]);
  });

  test('a message to a failing service is retried, and delivered once', async () => {
    const person = await newcomer();
    const { id, token } = await registerAt(provider, person);
    await outside.treat({ behaviour: 'fail', token, times: 2 });
    expect((await tryDevice(person, id)).body.test.result).toBe('ACCEPTED');
    expect(await outside.arrived(token)).toHaveLength(1);
  });

  test('UNREACHABLE while the service fails, and the device stays ACTIVE', async () => {
    const person = await newcomer();
    const { id, token } = await registerAt(provider, person);
    await outside.treat({ behaviour: 'fail', token });
    expect((await tryDevice(person, id)).body.test).toEqual({ result: 'UNREACHABLE', reason: 'unavailable' });
    expect(await stored(person, id)).toMatchObject({ status: 'ACTIVE', version: 1 });
  });

  test('a service that requests a longer wait gets no retry', async () => {
    const person = await newcomer();
    const { id, token } = await registerAt(provider, person);
    await outside.treat({ behaviour: 'busy', token, retryAfter: 3600, times: 1 });
    expect((await tryDevice(person, id)).body.test).toEqual({ result: 'UNREACHABLE', reason: 'busy' });
    expect(await outside.arrived(token)).toEqual([]);
  });
});

test('a silent service times out, and the others still work', async () => {
  const person = await newcomer();
  const silent = await registerAt('APNS', person);
  const [phone, browser] = [await registerAt('FCM', person), await registerAt('WEBPUSH', person)];
  await outside.treat({ behaviour: 'silent', token: silent.token });
  let isWaiting = true;
  const waiting = tryDevice(person, silent.id).finally(() => {
    isWaiting = false;
  });
  for (const { id } of [phone, browser])
    expect((await tryDevice(person, id)).body.test.result).toBe('ACCEPTED');
  expect(isWaiting).toBe(true);
  expect((await waiting).body.test).toEqual({ result: 'UNREACHABLE', reason: 'timeout' });
});

test('429 after five tests of a device in a minute, without limiting another device', async () => {
  const person = await newcomer();
  const [one, other] = [await registerAt('FCM', person), await registerAt('FCM', person)];
  for (let n = 0; n < 5; n += 1) expect((await tryDevice(person, one.id)).status).toBe(200);
  const refused = await tryDevice(person, one.id);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await tryDevice(person, other.id)).status).toBe(200);
});

test('404 for a neighbour’s device and for a removed one, and no message is sent', async () => {
  const home = newHome();
  const [me, neighbour] = [await addResident(home), await addResident(home)];
  const { id, token } = await registerAt('FCM', neighbour);
  expect((await tryDevice(me, id)).status).toBe(404);
  await service.call('DELETE', `/devices/${id}`, { as: neighbour.as });
  expect((await tryDevice(neighbour, id)).status).toBe(404);
  expect(await outside.arrived(token)).toEqual([]);
});

test('GET /devices/push-key returns the public key that verifies messages', async () => {
  const { as } = await newcomer();
  const { body } = await service.call<{ pushKey: string }>('GET', '/devices/push-key', { as });
  expect(Buffer.from(body.pushKey, 'base64url')).toHaveLength(65);
});

describe('the endpoint of a subscription', () => {
  test.each([
    'https://10.0.0.1/a',
    'https://169.254.169.254/a',
    'http://push.example/a',
    'https://push.local/a',
  ])('%s is 422', async (endpoint) => {
    const { as } = await newcomer();
    const { keys } = await outside.subscribe();
    const body = { provider: 'WEBPUSH', endpoint, keys };
    const answer = await service.call<{ errors: object[] }>('POST', '/devices', { as, body });
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      [{ path: 'endpoint', code: 'invalid_address' }],
    ]);
  });

  test('each send refuses a stored address that must not be called, and a name that resolves to one', async () => {
    const person = await newcomer();
    const { endpoint, keys } = await outside.subscribe();
    const strict = openPushSenders({ ...settings, NODE_ENV: 'production' }, { tokens: testTokens, log });
    for (const address of ['https://10.0.0.1/a', endpoint, 'https://127.0.0.1.nip.example.localhost/']) {
      const pushToken = testTokens.seal(JSON.stringify({ endpoint: address, keys }));
      const device = { _id: newId('device'), tenantId: person.row.tenantId, pushToken };
      const message = { id: newId('event'), kind: 'test', title: '', body: '', data: {}, ttlSeconds: 60 };
      const target = { ...device, provider: 'WEBPUSH' as const, status: 'ACTIVE' as const };
      expect(await strict.pushTo(target, message)).toEqual({
        result: 'UNREACHABLE',
        reason: 'closed_address',
      });
    }
    await strict.close();
    expect(await outside.arrived(endpoint)).toEqual([]);
  });
});

test('a provider without settings answers provider_off', async () => {
  const person = await newcomer();
  const off = openPushSenders(
    { ...z.object(pushFields).parse({}), NODE_ENV: 'test' },
    { tokens: testTokens, log },
  );
  expect(off.pushKey).toBeNull();
  const id = await addDevice(person);
  const device = (await stored(person, id)) as DeviceRow;
  const message = { id: newId('event'), kind: 'test', title: '', body: '', data: {}, ttlSeconds: 60 };
  expect(await off.pushTo(device, message)).toEqual({ result: 'UNREACHABLE', reason: 'provider_off' });
});

test('no message is sent to ended, STALE or INVALID devices', async () => {
  const home = newHome();
  const [left, absent] = [await addResident(home), await addResident(home)];
  const devices = await Promise.all(providers.map((provider) => registerAt(provider, left)));
  await addDevice(absent, { status: 'STALE' });
  await addDevice(absent, { status: 'INVALID' });
  const ctx = workContext(
    { service: 'core-mobile', name: 'Test', environment: 'TEST', events: leaveToSweeper, log },
    home.tenantId,
  );
  const message = { id: newId('event'), kind: 'call', title: 'a', body: 'b', data: {}, ttlSeconds: 20 };
  const ring = () =>
    ringDevices(ctx, senders, {
      userIds: [left.row._id, absent.row._id],
      messageFor: () => message,
    });
  expect((await ring()).map(({ result }) => result)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
  // A removal ends devices as a move-out does, and as disabling the person does.
  for (const { id } of devices) await service.call('DELETE', `/devices/${id}`, { as: left.as });
  expect(await ring()).toEqual([]);
  for (const { token } of devices) expect(await outside.arrived(token)).toHaveLength(1);
});

test('APNs gets fifty concurrent messages over few connections', async () => {
  const home = newHome();
  const person = await addResident(home);
  const tokens = Array.from({ length: 50 }, newToken);
  for (const token of tokens) {
    const tokenHash = newId('event');
    await addDevice(person, { provider: 'APNS', pushToken: testTokens.seal(token), tokenHash });
  }
  const worker = { service: 'core-mobile', name: 'Test', environment: 'TEST', events: leaveToSweeper, log };
  const message = { id: newId('event'), kind: 'call', title: 'a', body: 'b', data: {}, ttlSeconds: 20 };
  const rung = await ringDevices(workContext(worker, home.tenantId), senders, {
    userIds: [person.row._id],
    messageFor: () => message,
  });
  expect(rung.map(({ result }) => result)).toEqual(tokens.map(() => 'ACCEPTED'));
  expect(await outside.apnsConnections()).toBeLessThanOrEqual(8);
});
