import { OutboxModel } from '@pas/platform/events/outbox';
import { parseControllerKey } from '@pas/shared/api-keys/controller-key-format';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { ControllerKeyModel } from '@pas/shared/models/controller-key';
import { describe, expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addAccessPoint } from './building-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

interface Answer {
  controllerKey: { id: string; secret: string | null; secretAvailable: boolean };
}
const create = (doorId: string, headers = {}, body?: object) =>
  admin.call<Answer>('POST', `/api/admin/access-points/${doorId}/controller-key`, {
    as: caller,
    headers,
    ...(body && { body }),
  });
const rotate = async (doorId: string, gracePeriodSeconds: number) =>
  (await create(doorId, {}, { gracePeriodSeconds })).body.controllerKey.id;
const keysPath = (doorId: string) => `/api/admin/access-points/${doorId}/controller-keys`;
const listed = async (doorId: string) =>
  (await admin.call<{ controllerKeys: { id: string }[] }>('GET', keysPath(doorId), { as: caller })).body
    .controllerKeys;
const liveOf = (accessPointId: string) =>
  ControllerKeyModel.find({ tenantId: caller.tenantId ?? '', accessPointId, isLive: true }).lean();

describe('POST /api/admin/access-points/{id}/controller-key', () => {
  test('201 shows the secret once, and stores only its hash', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    const headers = { 'idempotency-key': 'key' };
    const first = await create(door.id, headers);
    expect(first.status).toBe(201);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const { id, secret } = first.body.controllerKey;
    const named = parseControllerKey(secret ?? '');
    expect(await liveOf(door.id)).toMatchObject([{ _id: id, propertyId, publicId: named?.publicId }]);
    const again = await create(door.id, headers);
    expect(again.body.controllerKey).toEqual({ id, secret: null, secretAvailable: false });
    const written = JSON.stringify([
      await liveOf(door.id),
      await OutboxModel.find({ 'envelope.subject': door.id }).lean(),
    ]);
    expect(written).toContain('controller_key.created');
    expect(written).not.toContain(secret);
  });

  test('ends the previous key; one of ten concurrent keys works', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(door.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await liveOf(door.id)).toHaveLength(1);
    const { body } = await create(door.id);
    expect(await liveOf(door.id)).toMatchObject([{ _id: body.controllerKey.id }]);
  });

  test('the key ends with its door', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    await create(door.id);
    await admin.call('DELETE', `/api/admin/access-points/${door.id}`, { as: caller });
    expect(await liveOf(door.id)).toEqual([]);
    expect((await create(door.id)).status).toBe(404);
  });
});

describe('a grace period', () => {
  test('keeps the earlier key beside the new one, and a further key ends it', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    const first = await rotate(door.id, 0);
    const second = await rotate(door.id, 3600);
    expect(await listed(door.id)).toMatchObject([
      { id: second, accessPointId: door.id, graceUntil: null, reporting: false },
      { id: first, graceUntil: expect.any(String) as string },
    ]);
    const third = await rotate(door.id, 3600);
    expect((await listed(door.id)).map(({ id }) => id)).toEqual([third, second]);
    const fourth = await rotate(door.id, 0);
    expect((await listed(door.id)).map(({ id }) => id)).toEqual([fourth]);
  });

  test('ends with the door', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    await rotate(door.id, 0);
    await rotate(door.id, 3600);
    await admin.call('DELETE', `/api/admin/access-points/${door.id}`, { as: caller });
    const filter = { tenantId: caller.tenantId ?? '', accessPointId: door.id };
    const keys = await ControllerKeyModel.find(filter).lean();
    expect(keys.map(({ isLive, graceUntil }) => [isLive, graceUntil])).toEqual([
      [false, null],
      [false, null],
    ]);
  });

  test('the key of the last report is marked', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    const id = await rotate(door.id, 0);
    const filter = { _id: door.id, tenantId: caller.tenantId ?? '' };
    await AccessPointModel.updateOne(filter, { $set: { reportedBy: id } });
    expect(await listed(door.id)).toMatchObject([{ id, reporting: true }]);
  });

  test.each([-1, 604_801, 1.5, '60'])('422 for %j seconds', async (gracePeriodSeconds) => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    expect((await create(door.id, {}, { gracePeriodSeconds })).status).toBe(422);
  });
});

describe('DELETE /api/admin/access-points/{id}/controller-keys/{keyId}', () => {
  test('204 ends one key and leaves the other; then it is 404', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    const first = await rotate(door.id, 0);
    const second = await rotate(door.id, 3600);
    const revoke = async (id: string) =>
      (await admin.call('DELETE', `${keysPath(door.id)}/${id}`, { as: caller })).status;
    expect([await revoke(first), await revoke(first)]).toEqual([204, 404]);
    expect((await listed(door.id)).map(({ id }) => id)).toEqual([second]);
    expect(await revoke(second)).toBe(204);
    expect(await listed(door.id)).toEqual([]);
    const records = await OutboxModel.find({ 'envelope.data.action': 'controller_key.revoked' }).lean();
    expect(records.map(({ envelope }) => envelope.data)).toMatchObject([
      { targets: [{ id: door.id }, { id: first }] },
      { targets: [{ id: door.id }, { id: second }] },
    ]);
  });

  test('404 for the key of another door', async () => {
    const [door, other] = [
      await addAccessPoint(admin, caller, { propertyId }),
      await addAccessPoint(admin, caller, { propertyId }),
    ];
    const key = await rotate(other.id, 0);
    const path = `${keysPath(door.id)}/${key}`;
    expect((await admin.call('DELETE', path, { as: caller })).status).toBe(404);
    expect(await listed(other.id)).toHaveLength(1);
  });
});
