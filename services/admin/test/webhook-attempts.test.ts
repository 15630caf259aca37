import { PublicEventModel, type PublicEventRow } from '@pas/shared/models/public-event';
import { UnitModel } from '@pas/shared/models/unit';
import { WebhookAnswerModel } from '@pas/shared/models/webhook-answer';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel, type WebhookEndpointRow } from '@pas/shared/models/webhook-endpoint';
import type { Principal } from '@pas/shared/principal/principal';
import { unitRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { newAttempt } from '../src/webhooks/new-attempt.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { countStatements } from './count-statements.ts';
import { publicEventRow, webhookEndpointRow } from './webhook-rows.ts';

const path = '/api/admin/webhook-endpoints';
const admin = await startAdmin();

describe('the deliveries of an endpoint', () => {
  let as: Principal;
  let tenantId: string;
  beforeEach(async () => {
    as = await newTenantCaller();
    tenantId = as.tenantId ?? '';
  });

  const add = async (fields: Partial<WebhookEndpointRow> = {}) => {
    const row = webhookEndpointRow(tenantId, fields);
    await WebhookEndpointModel.insertMany([row]);
    return row._id;
  };

  /** Reads the exchanges of an endpoint's attempts, by attempt. */
  const attemptsFor = async (id: string, caller: Principal) => {
    type Exchange = { request: { headers: object; body: string } | null; responseBody: string | null };
    type Attempts = { attempts: ({ id: string } & Exchange)[] };
    const { body } = await admin.call<Attempts>('GET', `${path}/${id}/attempts`, { as: caller });
    return new Map(body.attempts.map(({ id: attemptId, ...attempt }) => [attemptId, attempt]));
  };

  test('an attempt shows its request and answer, to callers who may read its event', async () => {
    const id = await add({ events: ['unit.unreachable'] });
    const unit = unitRow(tenantId);
    await UnitModel.insertMany([unit]);
    const event = publicEventRow(tenantId, { type: 'unit.unreachable', entityId: unit._id });
    const planned = newAttempt(event, id, new Date());
    const at = new Date('2026-03-01T09:30:00.000Z');
    const failed = { ...newAttempt(event, id, at), status: 'FAILED' as const, at, error: 'refused' };
    const unsent = {
      ...newAttempt(event, id, at),
      status: 'FAILED' as const,
      at,
      error: 'endpoint_inactive',
    };
    await WebhookAttemptModel.insertMany([planned, failed, unsent]);
    await WebhookAnswerModel.insertMany([{ _id: failed._id, tenantId, body: 'unknown unit', createdAt: at }]);
    const shown = await attemptsFor(id, as);
    expect(shown.get(failed._id)).toMatchObject({
      request: {
        headers: { 'webhook-id': event._id, 'webhook-timestamp': String(at.getTime() / 1000) },
      },
      responseBody: 'unknown unit',
    });
    const { type, data } = JSON.parse(shown.get(failed._id)?.request?.body ?? '{}') as Record<
      string,
      unknown
    >;
    expect([type, data]).toMatchObject(['unit.unreachable', { unit: { id: unit._id } }]);
    expect(shown.get(failed._id)?.request?.headers).not.toHaveProperty('webhook-signature');
    for (const each of [planned, unsent]) expect(shown.get(each._id)?.request).toBeNull();

    const hidden = await attemptsFor(id, { ...as, scopes: ['webhooks:read', 'users:read'] });
    for (const each of hidden.values()) expect(each).toMatchObject({ request: null, responseBody: null });
  });

  test('after an endpoint is narrowed, attempts show only the events of its remaining properties', async () => {
    const [kept, removed] = [await addProperty(admin, as), await addProperty(admin, as)];
    const id = await add({ propertyIds: [kept.id, removed.id] });
    const at = new Date();
    const attempts = [kept, removed].map(({ id: propertyId }) => {
      const unit = unitRow(tenantId, { propertyId });
      const fields = { type: 'unit.unreachable' as const, entityId: unit._id, propertyIds: [propertyId] };
      const event = publicEventRow(tenantId, fields);
      const attempt = { ...newAttempt(event, id, at), status: 'SUCCEEDED' as const, at };
      return { unit, event, attempt };
    });
    await UnitModel.insertMany(attempts.map(({ unit }) => unit));
    await PublicEventModel.insertMany(attempts.map(({ event }) => event));
    await WebhookAttemptModel.insertMany(attempts.map(({ attempt }) => attempt));
    await WebhookAnswerModel.insertMany(
      attempts.map(({ attempt: { _id } }) => ({ _id, tenantId, body: 'taken', createdAt: at })),
    );
    const body = { propertyIds: [kept.id] };
    expect((await admin.call('PATCH', `${path}/${id}`, { as, body })).status).toBe(200);
    const shown = await attemptsFor(id, { ...as, propertyIds: [kept.id] });
    const [own, other] = attempts.map(({ attempt }) => shown.get(attempt._id));
    expect(own).toMatchObject({ request: { headers: {} }, responseBody: 'taken' });
    expect(other).toMatchObject({ request: null, responseBody: null });
  });

  describe('missed events', () => {
    type MissedAnswer = { missed: { count: number; since: string | null; complete: boolean } };
    const dayMs = 86_400_000;
    const ago = (days: number) => new Date(Date.now() - days * dayMs);
    const missedOf = async (id: string) =>
      (await admin.call<MissedAnswer>('GET', `${path}/${id}/missed`, { as })).body.missed;
    const happen = async (times: readonly Date[], fields: Partial<PublicEventRow> = {}) => {
      const events = times.map((occurredAt) => publicEventRow(tenantId, { occurredAt, ...fields }));
      await PublicEventModel.insertMany(events);
      return events;
    };

    test('are those that neither arrived nor are planned, since the oldest of them', async () => {
      const id = await add({ events: ['resident.moved_in'], createdAt: ago(9) });
      expect(await missedOf(id)).toEqual({ count: 0, since: null, complete: true });
      const [, failed, arrived, planned] = await happen([ago(4), ago(3), ago(2), ago(1)]);
      await happen([ago(5)], { type: 'call.ended' });
      const attempts = [failed, arrived, planned].flatMap((event) =>
        event ? [newAttempt(event, id, event.occurredAt)] : [],
      );
      const states = ['FAILED', 'SUCCEEDED', 'PENDING'] as const;
      await WebhookAttemptModel.insertMany(
        attempts.map((attempt, index) => ({ ...attempt, status: states[index] ?? 'PENDING' })),
      );
      const missed = await missedOf(id);
      expect(missed).toMatchObject({ count: 2, complete: true });
      expect(Date.now() - Date.parse(missed.since ?? '')).toBeGreaterThanOrEqual(4 * dayMs);
    });

    test('do not include those before the endpoint, nor those that a recovery sends now', async () => {
      const id = await add({ createdAt: ago(6) });
      await happen([ago(8), ago(5), ago(2)]);
      expect((await missedOf(id)).count).toBe(2);
      const { since } = await missedOf(id);
      expect((await admin.call('POST', `${path}/${id}/recover`, { as, body: { since } })).status).toBe(202);
      expect((await missedOf(id)).count).toBe(0);
    });

    test('are counted among the newest 5,000 events, with a bounded number of statements', async () => {
      const id = await add({ createdAt: ago(6) });
      await happen(Array.from({ length: 5100 }, () => ago(1)));
      const { count, answer } = await countStatements(() => missedOf(id));
      expect(answer).toMatchObject({ count: 5000, complete: false });
      // Ten reads and their further batches, and the read of the endpoint.
      expect(count).toBeLessThanOrEqual(21);
    });
  });
});
