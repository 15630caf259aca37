import type { UnlockAttempt } from '@pas/shared/access/attempt.schema';
import { endAttempt, opened } from '@pas/shared/access/end-attempt';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addAccessPoint } from './building-support.ts';
import { sealOutbox } from './seal-outbox.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const property = await addProperty(admin, caller);

type AttemptAnswer = { attempt: z.output<typeof UnlockAttempt> };
type EventsAnswer = { accessEvents: { id: string; confirmed: boolean | null }[] };

const unlock = (
  id: string,
  {
    as = caller,
    body,
    headers = {},
  }: { as?: typeof caller; body?: object; headers?: Record<string, string> } = {},
) =>
  admin.call<AttemptAnswer>('POST', `/api/admin/access-points/${id}/unlock`, {
    as,
    headers,
    ...(body && { body }),
  });
const eventsOf = async (id: string) =>
  (await admin.call<EventsAnswer>('GET', `/api/admin/access-events?accessPointId=${id}`, { as: caller })).body
    .accessEvents;

describe('POST /api/admin/access-points/{id}/unlock', () => {
  test('202 with an access event and its rules, and an audit record with the reason beside the chain', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    const { status, body } = await unlock(door.id, { body: { reason: 'Delivery for 4B' } });
    expect([status, body.attempt]).toMatchObject([202, { status: 'PENDING', accessPointId: door.id }]);
    const [event, ...more] = await eventsOf(door.id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      decision: 'GRANTED',
      reason: 'staff',
      method: 'STAFF',
      subject: { type: 'API_KEY', id: caller.id },
      attemptId: body.attempt.id,
      confirmed: null,
    });
    const explained = await admin.call('GET', `/api/admin/access-events/${event?.id}/explain`, {
      as: caller,
    });
    expect(explained.body).toMatchObject({
      explanation: {
        rules: [
          { name: 'door_in_service', passed: true },
          { name: 'staff', passed: true },
        ],
      },
    });
    const rows = await OutboxModel.find({ tenantId, 'envelope.subject': door.id }).sort({ _id: 1 }).lean();
    expect(rows.map(({ subject }) => subject)).toContain('pas.v1.access.point.granted');
    const records = rows.map(({ envelope }) => envelope.data as { action?: string });
    expect(records.filter(({ action }) => action === 'access_point.unlocked')).toMatchObject([
      {
        targets: [
          { type: 'access_point', id: door.id },
          { type: 'unlock_attempt', id: body.attempt.id },
        ],
        propertyIds: [property.id],
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Delivery');
  });

  test('its access event names the key and the reason, before and after the audit record is sealed', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    await unlock(door.id, { body: { reason: 'Delivery for 4B' } });
    const subject = { type: 'API_KEY', id: caller.id, name: caller.name };
    const named = [{ subject, reasonText: 'Delivery for 4B' }];
    expect(await eventsOf(door.id)).toMatchObject(named);
    await sealOutbox(tenantId);
    expect(await eventsOf(door.id)).toMatchObject(named);
  });

  test('its access event names the member of staff at once', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    const dana = { ...caller, kind: 'staff' as const, id: 'person_dana', name: 'Dana Whitfield' };
    await unlock(door.id, { as: dana });
    const subject = { type: 'STAFF', id: 'person_dana', name: 'Dana Whitfield' };
    expect(await eventsOf(door.id)).toMatchObject([{ subject, reasonText: null }]);
  });

  test('a repeat with the same key returns the same attempt, and another body is refused', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    const headers = { 'idempotency-key': 'open' };
    const [first, again] = [await unlock(door.id, { headers }), await unlock(door.id, { headers })];
    expect(again.body).toEqual(first.body);
    const other = await unlock(door.id, { headers, body: { reason: 'Another' } });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(await UnlockAttemptModel.countDocuments({ tenantId, accessPointId: door.id })).toBe(1);
  });

  test('fifty taps at once, also with the successor of the key, make one attempt with one event and one record', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    const successor = { ...caller, id: newId('apiKey'), lineageId: caller.id ?? '' };
    const tap = (index: number) => {
      const headers = { 'idempotency-key': `tap ${index}` };
      return unlock(door.id, { as: index % 2 === 0 ? caller : successor, ...(index % 5 > 0 && { headers }) });
    };
    const answers = await Promise.all(Array.from({ length: 50 }, (_none, index) => tap(index)));
    // A busy machine may refuse some with 503.
    const answered = answers.filter(({ status }) => status !== 503);
    expect(new Set(answered.map(({ body }) => body.attempt.id)).size).toBe(1);
    expect(await eventsOf(door.id)).toHaveLength(1);
    const records = {
      tenantId,
      'envelope.data.action': 'access_point.unlocked',
      'envelope.subject': door.id,
    };
    expect(await OutboxModel.countDocuments(records)).toBe(1);
    const other = await unlock(door.id, { as: { ...caller, id: newId('apiKey') } });
    expect(other.body.attempt.id).not.toBe(answered[0]?.body.attempt.id);
  });

  test('the event and the attempt show the controller’s answer', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    const { attempt } = (await unlock(door.id)).body;
    await endAttempt({ _id: attempt.id, tenantId }, opened, new Date());
    const read = await admin.call<AttemptAnswer>('GET', `/api/admin/unlock-attempts/${attempt.id}`, {
      as: caller,
    });
    expect(read.body.attempt).toMatchObject({ status: 'SUCCEEDED', confirmed: true });
    const [event] = await eventsOf(door.id);
    expect(event?.confirmed).toBe(true);
    const one = await admin.call('GET', `/api/admin/access-events/${event?.id}`, { as: caller });
    expect(one.body).toMatchObject({ accessEvent: { confirmed: true } });
  });

  test('403 without the scope, 404 for a deleted door and beyond a restricted key', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId: property.id });
    expect((await unlock(door.id, { as: { ...caller, scopes: ['access-points:read'] } })).status).toBe(403);
    expect((await unlock(door.id, { as: { ...caller, scopes: ['access-points:unlock'] } })).status).toBe(202);
    const as = { ...caller, propertyIds: [newId('property')] };
    expect((await unlock(door.id, { as })).status).toBe(404);
    await admin.call('DELETE', `/api/admin/access-points/${door.id}`, { as: caller });
    expect((await unlock(door.id)).status).toBe(404);
  });
});
