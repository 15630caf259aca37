import { newId } from '@pas/shared/ids/id';
import { OutboxModel } from '@pas/platform/events/outbox';
import { describe, expect, test } from 'vitest';
import {
  addProperty,
  newTenantCaller,
  platformCaller,
  startAdmin,
  type PropertyAnswer,
} from './admin-harness.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();

describe('POST /api/admin/properties', () => {
  test('201 defaults to the tenant’s time zone and answers every field, absent ones as null', async () => {
    const answer = await admin.call<PropertyAnswer>('POST', '/api/admin/properties', {
      as: caller,
      body: { name: 'Dockside' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.body.property).toMatchObject({
      tenantId: caller.tenantId,
      name: 'Dockside',
      address: { line1: null, country: null },
      timeZone: 'America/New_York',
      externalId: null,
      openDigit: '9',
      status: 'ACTIVE',
      version: 1,
    });
    expect(answer.body.property.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('403 for a key that is restricted to some properties', async () => {
    const as = { ...caller, propertyIds: ['prop_01kb3rt9d5e0p8m6q2v7x4hzjn'] };
    const answer = await admin.call('POST', '/api/admin/properties', { as, body: { name: 'More' } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'property_not_allowed' } });
  });

  test('422 for a time zone or country that does not exist', async () => {
    const body = { name: 'Nowhere', timeZone: 'Mars/Olympus', address: { country: 'ZZ' } };
    const answer = await admin.call('POST', '/api/admin/properties', { as: caller, body });
    expect(answer.body['errors']).toMatchObject([{ path: 'address.country' }, { path: 'timeZone' }]);
  });

  test('422 when a platform key names no tenant, and 201 in the tenant it names', async () => {
    const body = { name: 'By the platform' };
    const nameless = await admin.call('POST', '/api/admin/properties', { as: platformCaller(), body });
    expect(nameless).toMatchObject({ status: 422, body: { code: 'tenant_required' } });
    const as = platformCaller(caller.tenantId);
    const path = `/api/admin/properties?tenantId=${caller.tenantId}`;
    expect((await admin.call('POST', path, { as, body })).status).toBe(201);
  });

  test('404 when a platform key names a tenant that does not exist', async () => {
    const as = platformCaller('ten_01kb3rt9d5e0p8m6q2v7x4hzjn');
    const answer = await admin.call('GET', '/api/admin/properties?tenantId=ten_01kb3rt9d5e0p8m6q2v7x4hzjn', {
      as,
    });
    expect(answer.status).toBe(404);
  });

  test('422 when any other caller names another tenant', async () => {
    const answer = await admin.call('GET', `/api/admin/properties?tenantId=${newId('tenant')}`, {
      as: caller,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'tenantId', code: 'unknown_field' }] },
    });
  });
});

describe('PATCH /api/admin/properties/{id}', () => {
  test('200 changes the sent fields, raises the version and records the difference', async () => {
    const property = await addProperty(admin, caller, 'Old name');
    const path = `/api/admin/properties/${property.id}`;
    const body = { name: 'New name', address: { city: 'Boston' } };
    const answer = await admin.call<PropertyAnswer>('PATCH', path, {
      as: caller,
      body,
      headers: { 'If-Match': '"1"' },
    });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body.property).toMatchObject({
      name: 'New name',
      address: { city: 'Boston', country: 'US' },
      version: 2,
    });
    const [row] = await OutboxModel.find({
      'envelope.data.targets.id': property.id,
      'envelope.data.action': 'property.updated',
    }).lean();
    expect(row?.envelope.data['changes']).toEqual([
      { path: 'name', before: 'Old name', after: 'New name' },
      { path: 'address.city', before: null, after: 'Boston' },
    ]);
  });

  test('200 with the same version and no record when nothing changes', async () => {
    const property = await addProperty(admin, caller, 'Same');
    const path = `/api/admin/properties/${property.id}`;
    const answer = await admin.call<PropertyAnswer>('PATCH', path, { as: caller, body: { name: 'Same' } });
    expect(answer.body.property).toEqual(property);
    const updates = { 'envelope.data.targets.id': property.id, 'envelope.data.action': 'property.updated' };
    expect(await OutboxModel.countDocuments(updates)).toBe(0);
  });

  test('412 for another version of the property', async () => {
    const property = await addProperty(admin, caller, 'Moved');
    const path = `/api/admin/properties/${property.id}`;
    const headers = { 'If-Match': '"7"' };
    const answer = await admin.call('PATCH', path, { as: caller, body: { name: 'Late' }, headers });
    expect(answer).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
  });

  test('one of two changes at the same version wins, the other gets 412', async () => {
    const property = await addProperty(admin, caller, 'Contended');
    const path = `/api/admin/properties/${property.id}`;
    const headers = { 'If-Match': '"1"' };
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) =>
        admin.call('PATCH', path, { as: caller, body: { name }, headers }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  });
});
