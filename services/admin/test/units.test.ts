import { OutboxModel } from '@pas/platform/events/outbox';
import { UnitModel } from '@pas/shared/models/unit';
import { newId } from '@pas/shared/ids/id';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type UnitAnswer } from './admin-harness.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;

const ensure = (body: unknown, as = caller) =>
  admin.call<UnitAnswer>('POST', '/api/admin/units', { as, body });

describe('POST /api/admin/units', () => {
  test('201 creates the unit with its comparable label, and 200 finds it by another spelling', async () => {
    const made = await ensure({ propertyId, label: 'Apt. 7-C', floor: '7' });
    expect(made.status).toBe(201);
    expect(made.headers.get('etag')).toBe('"1"');
    expect(made.body.unit).toMatchObject({
      label: 'Apt. 7-C',
      labelKey: '7C',
      occupancy: 'VACANT',
      floor: '7',
    });

    const found = await ensure({ propertyId, label: '#7c', floor: '12' });
    expect(found.status).toBe(200);
    expect(found.body.unit).toEqual(made.body.unit);
  });

  test('1.12 and 11.2 are two units, and 1/12 equals the first one', async () => {
    const first = await ensure({ propertyId, label: '1.12' });
    const other = await ensure({ propertyId, label: '11.2' });
    expect([first, other].map(({ status, body }) => [status, body.unit.labelKey])).toEqual([
      [201, '1-12'],
      [201, '11-2'],
    ]);
    const again = await ensure({ propertyId, label: 'Apt 1/12' });
    expect(again).toMatchObject({ status: 200, body: { unit: { id: first.body.unit.id } } });
  });

  test.each(['Unit', '#', 'Apt. -'])('422 for a label without a name: %s', async (label) => {
    const answer = await ensure({ propertyId, label });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'label' }] } });
  });

  test('one row and one 201 for fifty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ensure({ propertyId, label: index % 2 ? 'PH 1' : 'ph1' })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
    expect(new Set(answers.map(({ body }) => body.unit.id)).size).toBe(1);
    const filter = { tenantId: caller.tenantId ?? '', propertyId, labelKey: 'PH1' };
    expect(await UnitModel.countDocuments(filter)).toBe(1);
  });

  test('the change waits in the outbox as one audit submission that names caller and unit', async () => {
    const { body } = await ensure({ propertyId, label: 'Audited 1' });
    const rows = await OutboxModel.find({ 'envelope.data.targets.id': body.unit.id }).lean();
    expect(rows.map(({ subject }) => subject)).toEqual(['pas.v1.audit.record.submitted']);
    expect(rows[0]?.envelope.data).toMatchObject({
      action: 'unit.created',
      outcome: 'SUCCESS',
      actor: { type: 'API_KEY', id: caller.id },
      context: { environment: 'TEST', service: 'admin' },
    });
  });

  test('404 for an unknown and a foreign property, with equal bytes', async () => {
    const stranger = await newTenantCaller();
    const headers = { 'X-Correlation-Id': 'same-for-both' };
    const body = { propertyId, label: '1' };
    const foreign = await admin.call('POST', '/api/admin/units', { as: stranger, body, headers });
    const unknown = await admin.call('POST', '/api/admin/units', {
      as: stranger,
      body: { ...body, propertyId: newId('property') },
      headers,
    });
    expect(foreign.status).toBe(404);
    expect(JSON.stringify(foreign.body)).toBe(JSON.stringify(unknown.body));
  });

  test('409 names externalId when another unit has it', async () => {
    await ensure({ propertyId, label: 'X1', externalId: 'ext-1' });
    const answer = await admin.call('POST', '/api/admin/units', {
      as: caller,
      body: { propertyId, label: 'X2', externalId: 'ext-1' },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'externalId' }] },
    });
  });

  test('422 lists every problem at once', async () => {
    const answer = await admin.call('POST', '/api/admin/units', {
      as: caller,
      body: { label: ' -- ', floor: 4, tenantId: 'ten_x' },
    });
    expect(answer.status).toBe(422);
    const paths = (answer.body['errors'] as { path: string }[]).map(({ path }) => path).toSorted();
    expect(paths).toEqual(['floor', 'label', 'propertyId', 'tenantId']);
  });

  test.each(['a\u0000b', 'a\nb'])(
    '422 for an externalId of %j, which no list or file could show',
    async (id) => {
      const { status, body } = await ensure({ propertyId, label: 'Control 1', externalId: id });
      expect(status).toBe(422);
      expect(body).toMatchObject({ errors: [{ path: 'externalId', code: 'invalid_format' }] });
    },
  );

  test('404 for a key that is restricted to other properties', async () => {
    const restricted = { ...caller, propertyIds: [newId('property')] };
    expect((await ensure({ propertyId, label: '9' }, restricted)).status).toBe(404);
  });
});

describe('GET /api/admin/units', () => {
  test('200 filters by property and prefix, and links the neighbouring pages', async () => {
    const other = await addProperty(admin, caller, 'Second House');
    for (const label of ['A1', 'A2', 'B1']) await addUnit(admin, caller, other.id, label);
    const path = `/api/admin/units?propertyId=${other.id}&q=a&limit=1&sort=label`;
    const answer = await admin.call<{ units: { label: string }[]; total: number }>('GET', path, {
      as: caller,
    });
    expect(answer.body).toMatchObject({ units: [{ label: 'A1' }], total: 2, limit: 1, offset: 0 });
    expect(answer.headers.get('link')).toBe(
      `</api/admin/units?propertyId=${other.id}&q=a&limit=1&sort=label&offset=1>; rel="next"`,
    );
  });

  test('a restricted key sees only its properties', async () => {
    const other = await addProperty(admin, caller, 'Third House');
    await addUnit(admin, caller, other.id, 'T1');
    const as = { ...caller, propertyIds: [other.id] };
    const all = await admin.call<{ units: { propertyId: string }[] }>('GET', '/api/admin/units', { as });
    expect(all.body).toMatchObject({ units: [{ propertyId: other.id }], total: 1 });
    const foreign = await admin.call('GET', `/api/admin/units?propertyId=${propertyId}`, { as });
    expect(foreign.body).toMatchObject({ units: [], total: 0 });
  });
});

describe('GET /api/admin/units/{id}', () => {
  test('304 for the caller’s version', async () => {
    const unit = await addUnit(admin, caller, propertyId, 'Etag 1');
    const headers = { 'If-None-Match': `"${unit.version}"` };
    const answer = await admin.send(`/api/admin/units/${unit.id}`, { as: caller, headers });
    expect(answer.status).toBe(304);
  });

  test('404 for a malformed id, an unknown one and another tenant’s', async () => {
    const unit = await addUnit(admin, caller, propertyId, 'Foreign 1');
    const stranger = await newTenantCaller();
    for (const id of ['nonsense', newId('unit'), unit.id]) {
      expect((await admin.call('GET', `/api/admin/units/${id}`, { as: stranger })).status).toBe(404);
    }
  });

  test('403 without the scope, which is recorded before the answer', async () => {
    const as = { ...caller, scopes: ['properties:read'] };
    const headers = { 'X-Correlation-Id': 'denied-unit-read' };
    const answer = await admin.call('GET', `/api/admin/units/${newId('unit')}`, { as, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(answer.headers.get('www-authenticate')).toContain('scope="units:read"');
    const denied = await OutboxModel.find({ 'envelope.correlationid': 'denied-unit-read' }).lean();
    expect(denied.map(({ envelope }) => envelope.data['outcome'])).toEqual(['DENIED']);
  });
});
