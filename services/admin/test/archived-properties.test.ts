import type { Problem } from '@pas/platform/http/render-error';
import { newId } from '@pas/shared/ids/id';
import { FenceModel } from '@pas/shared/models/fence';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { changeMeanwhile } from '@pas/testing/change-meanwhile';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type PropertyAnswer } from './admin-harness.ts';
import { addVirtualNumber } from './building-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const post = <Body = Problem>(path: string, body: object) =>
  admin.call<Body>('POST', `/api/admin/${path}`, { as: caller, body });
const setStatus = (id: string, status: string) =>
  admin.call<PropertyAnswer>('PATCH', `/api/admin/properties/${id}`, { as: caller, body: { status } });

describe('an archived property', () => {
  test('404 for an unknown one, whose creations do not wait', async () => {
    const before = await FenceModel.countDocuments({ tenantId: caller.tenantId ?? '' });
    expect((await setStatus(newId('property'), 'ARCHIVED')).status).toBe(404);
    expect(await FenceModel.countDocuments({ tenantId: caller.tenantId ?? '' })).toBe(before);
  });

  test('409 property_archived for new units, invites, doors and numbers; existing ones keep working', async () => {
    const { id: propertyId } = await addProperty(admin, caller);
    const unit = await addUnit(admin, caller, propertyId, '4B');
    const [assigned, free] = [await addVirtualNumber(admin, caller), await addVirtualNumber(admin, caller)];
    const invite = { unitId: unit.id, inviteeEmail: 'before@example.test' };
    await post(`virtual-numbers/${assigned.id}/assign`, { propertyId });
    await post('onboarding/invite', invite);
    await setStatus(propertyId, 'ARCHIVED');

    const door = {
      propertyId,
      name: 'Door',
      kind: 'DOOR',
      controller: { adapter: 'nats', ref: newId('event') },
    };
    const refused = [
      await post('units', { propertyId, label: '5C' }),
      await post('onboarding/invite', { unitId: unit.id, inviteeEmail: 'after@example.test' }),
      await post('onboarding/invite', { propertyId, unitLabel: '6D', inviteeEmail: 'new@example.test' }),
      await post('access-points', door),
      await post(`virtual-numbers/${free.id}/assign`, { unitId: unit.id }),
    ];
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'property_archived' } });

    const goesOn = [
      await post('units', { propertyId, label: 'apt 4b' }),
      await post('onboarding/invite', invite),
      await post(`virtual-numbers/${assigned.id}/assign`, { propertyId }),
    ];
    expect(goesOn.map(({ status }) => status)).toEqual([200, 200, 200]);

    await setStatus(propertyId, 'ACTIVE');
    expect((await post('units', { propertyId, label: '5C' })).status).toBe(201);
  });

  test('409 property_archived for a unit of a property that was created as archived', async () => {
    const { body } = await post<PropertyAnswer>('properties', { name: 'Closed', status: 'ARCHIVED' });
    const refused = await post('units', { propertyId: body.property.id, label: '1' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'property_archived' } });
  });

  test('gets no invite from a transaction that begins after the archiving', async () => {
    const { id: _id } = await addProperty(admin, caller);
    const { id: unitId } = await addUnit(admin, caller, _id, '4B');
    const tenantId = caller.tenantId ?? '';
    const refused = await changeMeanwhile(
      async (session) => {
        await PropertyModel.updateOne({ _id, tenantId }, { $set: { status: 'ARCHIVED' } }, { session });
        await UnitModel.updateOne({ _id: unitId, tenantId }, { $inc: { childrenEpoch: 1 } }, { session });
      },
      async () => post('onboarding/invite', { unitId, inviteeEmail: 'late@example.test' }),
    );
    expect(refused).toMatchObject({ status: 409, body: { code: 'property_archived' } });
  });

  test('has no unit whose creation was 409, after fifty concurrent creations', async () => {
    const { id: propertyId } = await addProperty(admin, caller);
    const label = (index: number): string => `crowd ${index}`;
    const making = Array.from({ length: 50 }, async (_, index) =>
      post('units', { propertyId, label: label(index) }),
    );
    const archived = await setStatus(propertyId, 'ARCHIVED');
    const late = await post('units', { propertyId, label: 'late' });
    const made = (await Promise.all(making)).filter(({ status }) => status === 201);
    expect([archived.status, late.status]).toEqual([200, 409]);
    const { body } = await admin.call<{ total: number }>('GET', `/api/admin/units?propertyId=${propertyId}`, {
      as: caller,
    });
    expect(body.total).toBe(made.length);
  });
});

describe('lists', () => {
  test('find one property and one unit by externalId', async () => {
    const { body } = await admin.call<PropertyAnswer>('POST', '/api/admin/properties', {
      as: caller,
      body: { name: 'Known', externalId: 'yard-1', locale: 'de-CH' },
    });
    expect(body.property.locale).toBe('de-CH');
    await post('units', { propertyId: body.property.id, label: '1', externalId: 'yard-1' });
    for (const plural of ['properties', 'units']) {
      const path = `/api/admin/${plural}?externalId=yard-1`;
      const found = await admin.call(`GET`, path, { as: caller });
      expect(found.body).toMatchObject({ total: 1, [plural]: [{ externalId: 'yard-1' }] });
      const none = await admin.call('GET', `/api/admin/${plural}?externalId=yard`, { as: caller });
      expect(none.body).toMatchObject({ total: 0 });
    }
  });
});
