import { newId } from '@pas/shared/ids/id';
import { InviteModel, type Delivery, type InviteRow } from '@pas/shared/models/invite';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { inviteRow } from '@pas/testing/rows';
import { newTenantCaller, startAdmin } from './admin-harness.ts';

interface Figures {
  created: number;
  dispatched: number;
  delivered: number;
  previewed: number;
  accepted: number;
}
interface Series {
  analytics: {
    interval: string;
    timeZone: string;
    series: ({ at: string } & Figures)[];
    totals: Figures;
  };
}
interface Refusal {
  code: string;
  errors: { path: string; code: string }[];
}

const dayMs = 24 * 3_600_000;

/** Returns the local day of a moment as an ascending number. */
function localDay(moment: Date, timeZone: string): number {
  // `en-CA` writes dates as ISO 8601 does.
  return Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment)) / dayMs;
}

let caller: Principal;

const admin = await startAdmin();
beforeEach(async () => {
  caller = await newTenantCaller();
});

const [property, otherProperty] = [newId('property'), newId('property')];

/** Stores an invite with a given creation time. */
async function addInvite(createdAt: string | Date, fields: Partial<InviteRow> = {}): Promise<void> {
  const at = new Date(createdAt);
  const unit = { _id: newId('unit'), tenantId: caller.tenantId ?? '', propertyId: property };
  const row = inviteRow(unit, { createdAt: at, updatedAt: at, expiresAt: at, ...fields });
  await InviteModel.insertMany([row]);
}

const delivery = (fields: Partial<Delivery>): Delivery => ({
  id: newId('delivery'),
  channel: 'EMAIL',
  kind: 'INVITE',
  to: 'guest@example.test',
  status: 'QUEUED',
  error: null,
  providerMessageId: null,
  tokenVersion: 1,
  at: new Date(),
  ...fields,
});

const ask = async <Answer = Series>(query: Record<string, string>, as = caller) => {
  const path = `/api/admin/analytics/onboarding?${new URLSearchParams(query).toString()}`;
  return admin.call<Answer>('GET', path, { as });
};

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

describe('GET /api/admin/analytics/onboarding', () => {
  test('counts each day’s invites by stage', async () => {
    const march = '2026-03-10T12:00:00Z';
    await addInvite(march);
    await addInvite(march, { deliveries: [delivery({})] });
    await addInvite(march, { deliveries: [delivery({ status: 'DELIVERED' })], previewedAt: new Date() });
    await addInvite('2026-03-12T12:00:00Z', {
      deliveries: [delivery({ status: 'SENT', at: minutesAgo(11) })],
      previewedAt: new Date(),
      status: 'ACCEPTED',
      acceptedAt: new Date(),
    });
    const { status, body } = await ask({
      from: '2026-03-10T00:00:00-04:00',
      to: '2026-03-13T00:00:00-04:00',
    });
    expect(status).toBe(200);
    const none = { created: 0, dispatched: 0, delivered: 0, previewed: 0, accepted: 0 };
    expect(body.analytics).toEqual({
      from: '2026-03-10T04:00:00.000Z',
      to: '2026-03-13T04:00:00.000Z',
      interval: 'day',
      timeZone: 'America/New_York',
      series: [
        { at: '2026-03-10T04:00:00.000Z', ...none, created: 3, dispatched: 2, delivered: 1, previewed: 1 },
        { at: '2026-03-11T04:00:00.000Z', ...none },
        {
          at: '2026-03-12T04:00:00.000Z',
          ...none,
          created: 1,
          dispatched: 1,
          delivered: 1,
          previewed: 1,
          accepted: 1,
        },
      ],
      totals: { created: 4, dispatched: 3, delivered: 2, previewed: 2, accepted: 1 },
    });
  });

  test.each([
    ['a mail that was sent just now may still bounce', { status: 'SENT', at: minutesAgo(9) }, 0],
    ['a mail that was sent ten minutes ago counts as delivered', { status: 'SENT', at: minutesAgo(10) }, 1],
    ['a bounced mail does not count as delivered', { status: 'BOUNCED', at: minutesAgo(60) }, 0],
    [
      'a text without a receipt does not count as delivered',
      { status: 'SENT', channel: 'SMS', at: minutesAgo(60) },
      0,
    ],
    ['a text with a receipt counts as delivered', { status: 'DELIVERED', channel: 'SMS' }, 1],
  ] as const)('%s', async (_name, fields, delivered) => {
    await addInvite(minutesAgo(120), { deliveries: [delivery(fields)] });
    const { body } = await ask({});
    expect(body.analytics.totals).toMatchObject({ created: 1, dispatched: 1, delivered });
  });

  test('defaults to the last 30 days in the tenant’s time zone', async () => {
    await addInvite(minutesAgo(1));
    await addInvite(minutesAgo(29 * 24 * 60));
    await addInvite(minutesAgo(31 * 24 * 60));
    const { body } = await ask({});
    const { series, totals, interval, timeZone } = body.analytics;
    expect([interval, timeZone, totals.created]).toEqual(['day', 'America/New_York', 2]);
    expect(series.at(-1)?.created).toBe(1);
    // Thirty times 24 hours touch 31 local days, or 30 in one hour near a clock change.
    const [from, to] = [minutesAgo(30 * 24 * 60), minutesAgo(0)];
    expect(series).toHaveLength(localDay(to, timeZone) - localDay(from, timeZone) + 1);
  });

  test('counts a row at the start of a period, and not at its end', async () => {
    await addInvite('2026-03-10T10:00:00Z');
    await addInvite('2026-03-10T11:00:00Z');
    const { body } = await ask({
      from: '2026-03-10T10:00:00Z',
      to: '2026-03-10T11:00:00Z',
      interval: 'hour',
    });
    expect(body.analytics.totals.created).toBe(1);
    expect(body.analytics.series).toHaveLength(1);
  });

  test('a day with a clock change has 23 or 25 hours, each with its rows', async () => {
    const day = { from: '2026-11-01T00:00:00-04:00', to: '2026-11-02T00:00:00-05:00' };
    // Half past one comes twice that night.
    await addInvite('2026-11-01T01:30:00-04:00');
    await addInvite('2026-11-01T01:30:00-05:00');
    const hours = (await ask({ ...day, interval: 'hour' })).body.analytics.series;
    expect(hours).toHaveLength(25);
    expect(hours.map(({ created }) => created).slice(0, 4)).toEqual([0, 1, 1, 0]);
    const days = (await ask(day)).body.analytics.series;
    expect(days).toMatchObject([{ at: '2026-11-01T04:00:00.000Z', created: 2 }]);
  });

  test('weeks start on Monday in the requested zone', async () => {
    // A Sunday evening in New York is Monday morning in Berlin.
    await addInvite('2026-05-04T00:30:00Z');
    const query = { from: '2026-05-03T12:00:00Z', to: '2026-05-05T00:00:00Z', interval: 'week' };
    const created = async (timeZone: string) =>
      (await ask({ ...query, timeZone })).body.analytics.series.map((week) => [week.at, week.created]);
    expect(await created('America/New_York')).toEqual([
      ['2026-04-27T04:00:00.000Z', 1],
      ['2026-05-04T04:00:00.000Z', 0],
    ]);
    expect(await created('Europe/Berlin')).toEqual([
      ['2026-04-26T22:00:00.000Z', 0],
      ['2026-05-03T22:00:00.000Z', 1],
    ]);
  });

  test('filters by property, and limits a restricted key to its own', async () => {
    await addInvite(minutesAgo(5));
    await addInvite(minutesAgo(5), { propertyId: otherProperty });
    const created = async (query: Record<string, string>, as = caller) =>
      (await ask(query, as)).body.analytics.totals.created;
    expect(await created({})).toBe(2);
    expect(await created({ propertyId: property })).toBe(1);
    const restricted = { ...caller, propertyIds: [otherProperty] };
    expect(await created({}, restricted)).toBe(1);
    expect(await created({ propertyId: property }, restricted)).toBe(0);
  });

  test.each([
    ['from', { from: '2026-03-01T00:00:00Z', to: '2026-04-02T00:00:00Z', interval: 'hour' }],
    ['from', { from: '2025-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }],
    ['from', { from: '2023-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', interval: 'week' }],
    ['from', { from: '0000-01-01T00:00:00+23:59', to: '0000-01-02T00:00:00Z' }],
    ['to', { from: '2026-03-02T00:00:00Z', to: '2026-03-02T00:00:00Z' }],
    ['to', { to: '9999-12-31T23:59:59-23:59' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+02:00' }],
    ['interval', { interval: 'month' }],
  ] as const)('422 naming %s for %j', async (path, query) => {
    const { status, body } = await ask<Refusal>(query);
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors.map((error) => error.path)).toEqual([path]);
  });
});

test('GET /api/admin/analytics answers the totals of the last 30 days', async () => {
  await addInvite(minutesAgo(5), { status: 'ACCEPTED', acceptedAt: new Date() });
  await addInvite(minutesAgo(31 * 24 * 60));
  const { status, body } = await admin.call<{ analytics: { totals: { onboarding: Figures } } }>(
    'GET',
    '/api/admin/analytics',
    { as: caller },
  );
  expect(status).toBe(200);
  expect(body.analytics.totals.onboarding).toMatchObject({ created: 1, accepted: 1 });
});
