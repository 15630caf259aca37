import { core } from '@pas/platform/mongo/connections';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { describe, expect, test } from 'vitest';
import {
  addDevice,
  addResident,
  newHome,
  startCoreMobile,
  testTokens,
  type TestResident,
} from './core-mobile-harness.ts';

const service = await startCoreMobile();

type Device = { id: string; status: string; tokenLast6: string; version: number };
type Answer = { device: Device; errors?: { path: string }[] };

const newToken = (): string => `token:${newId('event')}`;
const register = ({ as }: TestResident, body: object) =>
  service.call<Answer>('POST', '/devices', { as, body });
const list = async ({ as }: TestResident) =>
  (await service.call<{ devices: Device[]; total: number }>('GET', '/devices', { as })).body;
const remove = ({ as }: TestResident, id: string) => service.call('DELETE', `/devices/${id}`, { as });
const newcomer = () => addResident(newHome());
const stored = async ({ row }: TestResident, id: string): Promise<DeviceRow | null> =>
  DeviceModel.findOne({ _id: id, tenantId: row.tenantId }).lean<DeviceRow>();

/** Returns a subscription with keys of the right sizes. */
const subscription = (endpoint = `https://push.test/${newId('event')}`) => ({
  provider: 'WEBPUSH',
  endpoint,
  keys: {
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 1).toString('base64url'),
  },
});

describe('POST /devices', () => {
  test('optional fields that are null count as not sent, and stored values stay', async () => {
    const resident = await newcomer();
    const token = newToken();
    const absent = { platform: null, installationId: null, appVersion: null };
    const first = await register(resident, { provider: 'FCM', token, ...absent });
    expect([first.status, first.body.device]).toMatchObject([201, absent]);
    const full = { platform: 'IOS', installationId: newId('event'), appVersion: '4.1' };
    await register(resident, { provider: 'FCM', token, ...full });
    const again = await register(resident, { provider: 'FCM', token, ...full, appVersion: null });
    expect([again.status, again.body.device]).toMatchObject([200, full]);
  });

  test('201 shows only the end of the token, which is stored encrypted', async () => {
    const resident = await newcomer();
    const token = newToken();
    const body = { provider: 'fcm', token, platform: 'android', installationId: 'one', appVersion: '4.1' };
    const { status, body: answer } = await register(resident, body);
    expect(status).toBe(201);
    const { device } = answer;
    expect(device).toMatchObject({
      userId: resident.row._id,
      provider: 'FCM',
      platform: 'ANDROID',
      installationId: 'one',
      appVersion: '4.1',
      tokenLast6: token.slice(-6),
      status: 'ACTIVE',
      version: 1,
    });
    expect(JSON.stringify(answer)).not.toContain(token);
    const row = await stored(resident, device.id);
    const written = await OutboxModel.find({ tenantId: resident.row.tenantId }).lean();
    expect(JSON.stringify([row, written])).not.toContain(token);
    expect(JSON.stringify(written)).toContain('device.registered');
    expect(testTokens.open(row?.pushToken ?? '')).toBe(token);
  });

  test('200 for a repeat without a write, by two reads and no transaction', async () => {
    const resident = await newcomer();
    const body = { provider: 'APNS', token: newToken() };
    const first = await register(resident, body);
    const names: string[] = [];
    const watch = ({ commandName, command }: { commandName: string; command: { $db: string } }): void => {
      if (command.$db === core.name) names.push(commandName);
    };
    core.getClient().on('commandStarted', watch);
    const again = await register(resident, body);
    core.getClient().off('commandStarted', watch);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(names).toEqual(['find', 'find']);
  });

  test('fifty concurrent registrations make one device', async () => {
    const resident = await newcomer();
    const body = { provider: 'FCM', token: newToken(), installationId: 'phone' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(resident, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map((answer) => answer.body.device.id)).size).toBe(1);
    expect((await list(resident)).total).toBe(1);
  });

  test('a new token of the installation replaces the old one and raises the version', async () => {
    const resident = await newcomer();
    const [old, token] = [newToken(), newToken()];
    const first = await register(resident, { provider: 'FCM', token: old, installationId: 'phone' });
    const second = await register(resident, { provider: 'FCM', token, installationId: 'phone' });
    expect([second.status, second.body.device.id]).toEqual([200, first.body.device.id]);
    expect(second.body.device).toMatchObject({ tokenLast6: token.slice(-6), version: 2 });
    const row = await stored(resident, first.body.device.id);
    expect(testTokens.open(row?.pushToken ?? '')).toBe(token);
  });

  test('a token moves from another installation of the person', async () => {
    const resident = await newcomer();
    const token = newToken();
    const first = await register(resident, { provider: 'FCM', token: newToken(), installationId: 'a' });
    const second = await register(resident, { provider: 'FCM', token, installationId: 'b' });
    const moved = await register(resident, { provider: 'FCM', token, installationId: 'a' });
    expect(moved.body.device.id).toBe(first.body.device.id);
    expect(await stored(resident, second.body.device.id)).toMatchObject({
      status: 'REVOKED',
      pushToken: null,
    });
    expect((await list(resident)).total).toBe(1);
  });

  test.each([
    ['a neighbour', (tenantId: string) => newHome({ tenantId })],
    ['somebody of another tenant', () => newHome()],
  ])('a token moves to %s, and its previous device ends', async (_who, homeOf) => {
    const before = await newcomer();
    const after = await addResident(homeOf(before.row.tenantId));
    const body = { provider: 'FCM', token: newToken() };
    const first = await register(before, body);
    const second = await register(after, body);
    expect(second.status).toBe(201);
    expect(second.body.device.id).not.toBe(first.body.device.id);
    expect(await stored(before, first.body.device.id)).toMatchObject({ isLive: false, pushToken: null });
    expect([(await list(before)).total, (await list(after)).total]).toEqual([0, 1]);
    const ended = { tenantId: before.row.tenantId, 'envelope.data.targets.id': first.body.device.id };
    const [record] = await OutboxModel.find({ ...ended, 'envelope.data.action': 'device.revoked' }).lean();
    expect(record?.envelope.data).toMatchObject({
      actor: { type: 'SYSTEM' },
      context: { ip: null, userAgent: null },
      propertyIds: before.row.residences.map(({ propertyId }) => propertyId),
    });
  });

  test('a token that two people register at once belongs to one of them', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, newcomer));
    const body = { provider: 'FCM', token: newToken() };
    const answers = await Promise.all(people.map((person) => register(person, body)));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
    const totals = await Promise.all(people.map(async (person) => (await list(person)).total));
    expect(totals.reduce((sum, total) => sum + total)).toBe(1);
  });

  test('fifty registrations of one token by two people at once leave one device', async () => {
    const people = [await newcomer(), await newcomer()] as const;
    const body = { provider: 'FCM', token: newToken() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => register(people[index % 2] ?? people[0], body)),
    );
    // A registration that conflicts too often answers 503, and the app retries.
    expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    const kept = await Promise.all(
      people.map(({ row: { tenantId } }) =>
        DeviceModel.countDocuments({ tenantId, pushToken: { $ne: null } }),
      ),
    );
    const totals = await Promise.all(people.map(async (person) => (await list(person)).total));
    const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number);
    expect([sum(kept), sum(totals)]).toEqual([1, 1]);
  });

  test('a device that was STALE or INVALID is ACTIVE again', async () => {
    const resident = await newcomer();
    const body = { provider: 'FCM', token: newToken() };
    const { id } = (await register(resident, body)).body.device;
    for (const status of ['STALE', 'INVALID'] as const) {
      await DeviceModel.updateOne({ _id: id, tenantId: resident.row.tenantId }, { $set: { status } });
      expect((await register(resident, body)).body.device).toMatchObject({ id, status: 'ACTIVE' });
    }
  });

  test('the twenty-first device ends the least recently seen one', async () => {
    const resident = await newcomer();
    const days = Array.from({ length: 20 }, (_, day) => new Date(Date.now() - (day + 1) * 86_400_000));
    const ids: string[] = [];
    for (const lastSeenAt of days) ids.push(await addDevice(resident, { lastSeenAt }));
    expect((await register(resident, { provider: 'FCM', token: newToken() })).status).toBe(201);
    expect(await stored(resident, ids.at(-1) ?? '')).toMatchObject({ status: 'REVOKED' });
    expect((await list(resident)).total).toBe(20);
  });

  test('a web push subscription needs its endpoint and keys', async () => {
    const resident = await newcomer();
    const { endpoint, ...rest } = subscription();
    const { status, body } = await register(resident, { ...rest, endpoint });
    expect([status, body.device]).toMatchObject([201, { provider: 'WEBPUSH', platform: 'WEB' }]);
    const row = await stored(resident, body.device.id);
    expect(JSON.parse(testTokens.open(row?.pushToken ?? '') ?? '')).toEqual({ endpoint, keys: rest.keys });
    const faulty = await register(resident, { provider: 'WEBPUSH' });
    expect([faulty.status, faulty.body.errors?.map(({ path }) => path)]).toEqual([422, ['endpoint', 'keys']]);
  });

  test.each([
    ['no provider', { token: 'x' }, 'provider'],
    ['another provider', { provider: 'SMOKE', token: 'x' }, 'provider'],
    ['no token', { provider: 'FCM' }, 'token'],
    ['a token with a space', { provider: 'FCM', token: 'a b' }, 'token'],
    ['an empty token', { provider: 'APNS', token: '' }, 'token'],
    ['another platform', { provider: 'FCM', token: 'x', platform: 'TOASTER' }, 'platform'],
  ])('422 for %s', async (_what, body, path) => {
    const answer = await register(await newcomer(), body);
    expect([answer.status, answer.body.errors?.map((error) => error.path)]).toEqual([422, [path]]);
  });

  test('403 for a former or disabled resident', async () => {
    const past = new Date(Date.now() - 1000);
    const former = await addResident(newHome(), { endsAt: past });
    const disabled = await addResident(newHome(), { status: 'DISABLED' });
    const body = { provider: 'FCM', token: newToken() };
    const codes = [(await register(former, body)).body, (await register(disabled, body)).body];
    expect(codes).toMatchObject([{ code: 'resident_former' }, { code: 'resident_disabled' }]);
  });
});

describe('DELETE /devices/{id}', () => {
  test('204, also for a repeat; its token can be registered again', async () => {
    const resident = await newcomer();
    const body = { provider: 'FCM', token: newToken() };
    const { id } = (await register(resident, body)).body.device;
    expect([(await remove(resident, id)).status, (await remove(resident, id)).status]).toEqual([204, 204]);
    expect(await stored(resident, id)).toMatchObject({ status: 'REVOKED', pushToken: null, version: 2 });
    expect((await list(resident)).total).toBe(0);
    const again = await register(resident, body);
    expect([again.status, again.body.device.id === id]).toEqual([201, false]);
  });

  test('404 for the device of a neighbour', async () => {
    const resident = await newcomer();
    const neighbour = await addResident(newHome({ tenantId: resident.row.tenantId }));
    const id = await addDevice(neighbour);
    expect((await remove(resident, id)).status).toBe(404);
    expect((await stored(neighbour, id))?.isLive).toBe(true);
  });
});
