import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { UserModel } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { deviceRow, residenceIn, userRow } from '@pas/testing/rows';

const admin = await startAdmin();
const caller = await newTenantCaller();

const path = '/api/admin/devices';
const tenantId = (): string => caller.tenantId ?? '';

async function addDevice(fields: Partial<DeviceRow> = {}): Promise<DeviceRow> {
  const row = deviceRow(tenantId(), fields);
  await DeviceModel.insertMany([row]);
  return row;
}

/** Adds a device of somebody who lives in a new property. */
async function addResidentsDevice() {
  const property = await addProperty(admin, caller);
  const user = userRow(tenantId(), { residences: [residenceIn(await addUnit(admin, caller, property.id))] });
  await UserModel.insertMany([user]);
  return { propertyId: property.id, device: await addDevice({ userId: user._id }) };
}

type DeviceList = { devices: { id: string }[]; total: number };

async function listIds(query: string, as = caller): Promise<string[]> {
  const { body } = await admin.call<DeviceList>('GET', `${path}?${query}`, { as });
  expect(body.total).toBe(body.devices.length);
  return body.devices.map(({ id }) => id);
}

const remove = (id: string, as = caller, headers = {}) =>
  admin.call('DELETE', `${path}/${id}`, { as, headers });

describe('GET /api/admin/devices', () => {
  test('200 filters by owner and status', async () => {
    const stale = await addDevice({ status: 'STALE' });
    expect(await listIds(`userId=${stale.userId}`)).toEqual([stale._id]);
    expect(await listIds('status=STALE')).toEqual([stale._id]);
    expect(await listIds(`userId=${stale.userId}&status=ACTIVE`)).toEqual([]);
  });

  test('a restricted key sees the devices of residents of its properties', async () => {
    const { propertyId, device } = await addResidentsDevice();
    const other = await addDevice();
    const as = { ...caller, propertyIds: [propertyId] };
    expect(await listIds('', as)).toEqual([device._id]);
    expect(await listIds(`userId=${other.userId}`, as)).toEqual([]);
    expect((await admin.call('GET', `${path}/${other._id}`, { as })).status).toBe(404);
    expect((await remove(other._id, as)).status).toBe(404);
    expect((await remove(device._id, as)).status).toBe(204);
  });
});

describe('GET /api/admin/devices/{id}', () => {
  test('200 shows only the end of the push token', async () => {
    const device = await addDevice();
    const response = await admin.send(`${path}/${device._id}`, { as: caller });
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      device: {
        id: device._id,
        userId: device.userId,
        platform: 'IOS',
        provider: 'APNS',
        installationId: null,
        tokenLast6: 'ay-see',
        appVersion: '4.12.0',
        status: 'ACTIVE',
        lastSeenAt: device.lastSeenAt.toISOString(),
      },
    });
    expect(text).not.toContain(device.pushToken);
    expect(text).not.toContain(device.tokenHash);
  });

  test('404 for an unknown id and another tenant’s', async () => {
    const device = await addDevice();
    const as = await newTenantCaller();
    for (const id of [newId('device'), device._id]) {
      expect((await admin.call('GET', `${path}/${id}`, { as })).status).toBe(404);
      expect((await remove(id, as)).status).toBe(404);
    }
  });
});

describe('DELETE /api/admin/devices/{id}', () => {
  test('204 revokes the device and deletes its token, and 204 again, with one record', async () => {
    const { propertyId, device } = await addResidentsDevice();
    for (const _time of [1, 2]) expect((await remove(device._id)).status).toBe(204);
    const stored = await DeviceModel.findOne({ _id: device._id, tenantId: tenantId() }).lean<DeviceRow>();
    expect(stored).toMatchObject({ status: 'REVOKED', pushToken: null, isLive: false, version: 2 });
    const records = await OutboxModel.find({ 'envelope.subject': device._id }).lean();
    expect(records.map(({ envelope }) => envelope.data)).toMatchObject([
      {
        action: 'device.revoked',
        targets: [{ type: 'device', id: device._id }],
        changes: expect.arrayContaining([
          { path: 'status', before: 'ACTIVE', after: 'REVOKED' },
          { path: 'platform', before: 'IOS', after: null },
        ]) as unknown,
        propertyIds: [propertyId],
      },
    ]);
  });

  test('404 for a GET afterwards; lists show a tombstone on request', async () => {
    const device = await addDevice();
    await remove(device._id);
    expect((await admin.call('GET', `${path}/${device._id}`, { as: caller })).status).toBe(404);
    expect(await listIds(`userId=${device.userId}`)).toEqual([]);
    const query = `userId=${device.userId}&includeDeleted=true`;
    const { body } = await admin.call<DeviceList>('GET', `${path}?${query}`, { as: caller });
    expect(body.devices).toEqual([{ id: device._id, deletedAt: expect.any(String) as string }]);
  });

  test('412 when the device has changed', async () => {
    const device = await addDevice();
    expect((await remove(device._id, caller, { 'If-Match': '"2"' })).status).toBe(412);
  });

  test('the token may be registered again, but never twice at once', async () => {
    const device = await addDevice();
    const again = { tokenHash: device.tokenHash };
    await expect(addDevice(again)).rejects.toMatchObject({ code: 11_000 });
    await remove(device._id);
    expect(await addDevice(again)).toMatchObject(again);
  });
});
