import { OutboxModel } from '@pas/platform/events/outbox';
import { parseControllerKey } from '@pas/shared/api-keys/controller-key-format';
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
const create = (doorId: string, headers = {}) =>
  admin.call<Answer>('POST', `/api/admin/access-points/${doorId}/controller-key`, { as: caller, headers });
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
