import { InviteModel } from '@pas/shared/models/invite';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { OutboxModel } from '@pas/platform/events/outbox';
import { describe, expect, test } from 'vitest';
import { eventsOf } from './invite-support.ts';
import {
  addProperty,
  addUnit,
  newTenantCaller,
  startAdmin,
  type InviteAnswer,
  type UnitAnswer,
} from './admin-harness.ts';
import { residenceIn, userRow } from '@pas/testing/rows';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

const tenantId = (): string => caller.tenantId ?? '';
const remove = (path: string, headers = {}) => admin.call('DELETE', path, { as: caller, headers });

async function moveIn(unit: { id: string; propertyId: string }, endsAt: Date | null): Promise<void> {
  await UserModel.insertMany([userRow(tenantId(), { residences: [residenceIn(unit, endsAt)] })]);
}

describe('PATCH /api/admin/units/{id}', () => {
  test('200 changes the comparable label with the label', async () => {
    const unit = await addUnit(admin, caller, propertyId, 'Old 1');
    const body = { label: 'Apt 99-A', floor: null };
    const answer = await admin.call<UnitAnswer>('PATCH', `/api/admin/units/${unit.id}`, { as: caller, body });
    expect(answer.body.unit).toMatchObject({ label: 'Apt 99-A', labelKey: '99A', version: 2 });
  });

  test('200 keeps the key of a label that collided in a migration, until the label changes', async () => {
    await addUnit(admin, caller, propertyId, '7-1');
    const unit = await addUnit(admin, caller, propertyId, 'To collide');
    const collided = { label: '7.1', labelKey: '7-1~2' };
    await UnitModel.updateOne({ _id: unit.id, tenantId: tenantId() }, { $set: collided });
    const path = `/api/admin/units/${unit.id}`;
    const floor = await admin.call<UnitAnswer>('PATCH', path, { as: caller, body: { floor: '7' } });
    expect(floor.body.unit).toMatchObject({ ...collided, floor: '7' });
    const same = await admin.call('PATCH', path, { as: caller, body: { label: '7/1' } });
    expect(same).toMatchObject({ status: 409, body: { code: 'already_exists' } });
    const other = await admin.call<UnitAnswer>('PATCH', path, { as: caller, body: { label: '7-11' } });
    expect(other.body.unit).toMatchObject({ label: '7-11', labelKey: '7-11' });
  });

  test('409 names the label when another unit has it', async () => {
    await addUnit(admin, caller, propertyId, 'Taken');
    const unit = await addUnit(admin, caller, propertyId, 'Free');
    const answer = await admin.call('PATCH', `/api/admin/units/${unit.id}`, {
      as: caller,
      body: { label: 'TAKEN' },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'label' }] },
    });
  });
});

describe('DELETE /api/admin/units/{id}', () => {
  test('204, then 404 for every verb, and the label is free again', async () => {
    const unit = await addUnit(admin, caller, propertyId, 'Gone');
    const path = `/api/admin/units/${unit.id}`;
    expect((await remove(path)).status).toBe(204);
    expect((await remove(path)).status).toBe(404);
    expect((await admin.call('GET', path, { as: caller })).status).toBe(404);
    expect((await admin.call('PATCH', path, { as: caller, body: { floor: '2' } })).status).toBe(404);
    expect((await addUnit(admin, caller, propertyId, 'Gone')).id).not.toBe(unit.id);
  });

  test('409 for an occupied unit, 204 after the move-out', async () => {
    const lived = await addUnit(admin, caller, propertyId, 'Lived in');
    await moveIn(lived, null);
    const answer = await remove(`/api/admin/units/${lived.id}`);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'has_children', children: [{ type: 'residents', count: 1 }] },
    });
    const left = await addUnit(admin, caller, propertyId, 'Left');
    await moveIn(left, new Date(Date.now() - 1000));
    expect((await remove(`/api/admin/units/${left.id}`)).status).toBe(204);
  });

  test('pending invites end with the unit, and the record names them', async () => {
    const unit = await addUnit(admin, caller, propertyId, 'Invited');
    const body = { unitId: unit.id, inviteeEmail: 'soon@example.test' };
    const { invite } = (
      await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', { as: caller, body })
    ).body;
    await remove(`/api/admin/units/${unit.id}`);
    const stored = await InviteModel.findOne({ _id: invite.id, tenantId: tenantId() }).lean();
    expect(stored).toMatchObject({ status: 'EXPIRED', expiredReason: 'REVOKED', pendingKey: null });
    expect(await eventsOf(invite.id)).toEqual(['created', 'revoked']);
    const [record] = await OutboxModel.find({
      'envelope.data.action': 'unit.deleted',
      'envelope.subject': unit.id,
    }).lean();
    expect(record?.envelope.data['targets']).toEqual([
      { type: 'unit', id: unit.id },
      { type: 'invite', id: invite.id },
    ]);
  });

  test('412 for another version of the unit', async () => {
    const unit = await addUnit(admin, caller, propertyId, 'Versioned');
    expect((await remove(`/api/admin/units/${unit.id}`, { 'If-Match': '"2"' })).status).toBe(412);
  });
});

describe('DELETE /api/admin/properties/{id}', () => {
  test('409 while it has units, 204 without them', async () => {
    const property = await addProperty(admin, caller, 'To be sold');
    const unit = await addUnit(admin, caller, property.id, '1');
    const answer = await remove(`/api/admin/properties/${property.id}`);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'has_children', children: [{ type: 'units', count: 1 }] },
    });
    await remove(`/api/admin/units/${unit.id}`);
    expect((await remove(`/api/admin/properties/${property.id}`)).status).toBe(204);
  });

  test('a unit ensured during the delete of its property is never an orphan', async () => {
    for (let round = 0; round < 5; round += 1) {
      const property = await addProperty(admin, caller, `Race ${round}`);
      const body = { propertyId: property.id, label: '1' };
      const [made, deleted] = await Promise.all([
        admin.call('POST', '/api/admin/units', { as: caller, body }),
        remove(`/api/admin/properties/${property.id}`),
      ]);
      expect([`${made.status} ${deleted.status}`]).toSatisfy(([pair]) =>
        ['201 409', '404 204'].includes(String(pair)),
      );
    }
  });
});
