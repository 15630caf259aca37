import { newId } from '@pas/shared/ids/id';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { userRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessEventRow } from './building-rows.ts';
import { addAccessPoint } from './building-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();

const path = '/api/admin/access-events';
const propertyId = newId('property');

async function addEvent(fields: Partial<AccessEventRow> = {}): Promise<AccessEventRow> {
  const row = accessEventRow(caller.tenantId ?? '', { propertyId, ...fields });
  await AccessEventModel.insertMany([row]);
  return row;
}

type EventList = { accessEvents: { id: string }[]; total: number };

async function listIds(query: string, as = caller): Promise<string[]> {
  const { status, body } = await admin.call<EventList>('GET', `${path}?${query}`, { as });
  expect(status).toBe(200);
  expect(body.total).toBe(body.accessEvents.length);
  return body.accessEvents.map(({ id }) => id);
}

describe('GET /api/admin/access-events', () => {
  test('200 filters by property, door, decision and method', async () => {
    const denied = await addEvent({ decision: 'DENIED', reason: 'pin_wrong', method: 'PIN' });
    const elsewhere = await addEvent({ propertyId: newId('property'), method: 'DTMF' });
    expect(await listIds(`propertyId=${elsewhere.propertyId}`)).toEqual([elsewhere._id]);
    expect(await listIds(`accessPointId=${denied.accessPointId}`)).toEqual([denied._id]);
    expect(await listIds('decision=DENIED')).toEqual([denied._id]);
    expect(await listIds('method=DTMF')).toEqual([elsewhere._id]);
    expect(await listIds('method=DTMF&decision=DENIED')).toEqual([]);
    const unit = await addEvent({ unitId: newId('unit') });
    expect(await listIds(`unitId=${unit.unitId}`)).toEqual([unit._id]);
    expect(await listIds(`subjectId=${unit.subject.id}`)).toEqual([unit._id]);
  });

  test('200 filters by a period, in the requested order', async () => {
    const moments = ['2026-05-01T10:00:00Z', '2026-05-01T11:00:00Z', '2026-05-01T12:00:00Z'];
    const events: AccessEventRow[] = [];
    for (const moment of moments) events.push(await addEvent({ occurredAt: new Date(moment) }));
    const period = `from=${moments[0]}&to=${moments[2]}`;
    expect(await listIds(`${period}&sort=occurredAt`)).toEqual([events[0]?._id, events[1]?._id]);
    expect(await listIds(`${period}&sort=-occurredAt`)).toEqual([events[1]?._id, events[0]?._id]);
  });

  test('200 explains a decision by its rules in order, and an older one by its reason', async () => {
    const rules = [
      { name: 'current_residence', passed: false, message: 'The resident lives elsewhere.' },
      { name: 'pass_window', passed: true, message: 'The pass holds now.' },
    ];
    const explained = await addEvent({ rules });
    const plain = await addEvent({ decision: 'DENIED', reason: 'pin_wrong' });
    const explain = (id: string) => admin.call('GET', `${path}/${id}/explain`, { as: caller });
    expect((await explain(explained._id)).body).toEqual({ explanation: { rules } });
    expect((await explain(plain._id)).body).toMatchObject({
      explanation: { rules: [{ name: 'pin_wrong', passed: false }] },
    });
    expect((await explain(newId('accessEvent'))).status).toBe(404);
  });

  test('a restricted key sees the events of its properties only', async () => {
    const own = await addEvent({ propertyId: newId('property') });
    const other = await addEvent();
    const as = { ...caller, propertyIds: [own.propertyId] };
    expect(await listIds('', as)).toEqual([own._id]);
    expect((await admin.call('GET', `${path}/${other._id}`, { as })).status).toBe(404);
  });

  test.each(['method=KEY', 'decision=granted', 'sort=reason', 'includeDeleted=yes'])(
    '422 for ?%s',
    async (query) => {
      expect((await admin.call('GET', `${path}?${query}`, { as: caller })).status).toBe(422);
    },
  );
});

describe('/api/admin/access-events/{id}', () => {
  test('200 shows the decision, its subject and the time of its record', async () => {
    const event = await addEvent({ subject: { type: 'VISITOR', id: null }, confirmed: null });
    const { status, body } = await admin.call('GET', `${path}/${event._id}`, { as: caller });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      accessEvent: {
        id: event._id,
        decision: 'GRANTED',
        reason: 'current_residence',
        method: 'APP',
        subject: { type: 'VISITOR', id: null, name: null },
        reasonText: null,
        passId: null,
        callId: null,
        attemptId: null,
        confirmed: null,
        unitId: null,
        version: 1,
        occurredAt: event.occurredAt.toISOString(),
        recordedAt: event.createdAt.toISOString(),
      },
    });
  });

  test.each<[string, Partial<UserRow>, string | null]>([
    ['a name', { firstName: 'Clara', lastName: 'Reyes' }, 'Clara Reyes'],
    [
      'only an e-mail',
      { firstName: null, lastName: null, email: 'clara@example.test' },
      'clara@example.test',
    ],
  ])('200 names a resident with %s', async (_what, fields, name) => {
    const user = userRow(caller.tenantId ?? '', fields);
    await UserModel.insertMany([user]);
    const event = await addEvent({ subject: { type: 'RESIDENT', id: user._id } });
    const { body } = await admin.call('GET', `${path}/${event._id}`, { as: caller });
    expect(body).toMatchObject({
      accessEvent: { subject: { type: 'RESIDENT', id: user._id, name }, reasonText: null },
    });
  });

  test('200 names the holder of a pass, also after the pass was revoked', async () => {
    const body = {
      propertyId: (await addProperty(admin, caller)).id,
      holders: [{ name: 'Northside Plumbing' }],
      kind: 'VENDOR',
    };
    const door = await addAccessPoint(admin, caller, { propertyId: body.propertyId });
    const period = { startsAt: '2026-01-01T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' };
    const sent = { as: caller, body: { ...body, ...period, accessPointIds: [door.id] } };
    const made = await admin.call<{ pass: { id: string } }>('POST', '/api/admin/passes', sent);
    const passId = made.body.pass.id;
    await admin.call('DELETE', `/api/admin/passes/${passId}`, { as: caller });
    const event = await addEvent({ subject: { type: 'VISITOR', id: null }, passId, method: 'PIN' });
    const answer = await admin.call('GET', `${path}/${event._id}`, { as: caller });
    expect(answer.body).toMatchObject({ accessEvent: { subject: { name: 'Northside Plumbing' } } });
  });

  test('404 for an unknown id and another tenant’s', async () => {
    const event = await addEvent();
    const as = await newTenantCaller();
    for (const id of [newId('accessEvent'), event._id]) {
      expect((await admin.call('GET', `${path}/${id}`, { as })).status).toBe(404);
    }
  });

  test.each(['PATCH', 'DELETE', 'POST'])('405 for %s: decisions are immutable', async (method) => {
    const event = await addEvent();
    const answer = await admin.call(method, `${path}/${event._id}`, { as: caller, body: {} });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('GET');
  });
});
