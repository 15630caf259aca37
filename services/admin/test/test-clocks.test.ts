import { OutboxModel } from '@pas/platform/events/outbox';
import { grantableScopes } from '@pas/shared/principal/scopes';
import { newId } from '@pas/shared/ids/id';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { WebhookAttemptModel, type WebhookAttemptRow } from '@pas/shared/models/webhook-attempt';
import { TestClockModel } from '@pas/shared/models/test-clock';
import type { Principal } from '@pas/shared/principal/principal';
import { readTestClocks } from '@pas/shared/test-clocks/follow-test-clocks';
import { apiKeyPrincipal } from '@pas/testing/test-gateway';
import { inviteRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { requireTestEnvironment } from '../src/resources/test-clocks/require-test-environment.ts';
import { advanceTestClocks } from '../src/sweeps/advance-test-clocks.ts';
import { newAttempt } from '../src/webhooks/new-attempt.ts';
import { newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { addPlace, deliveryTo } from './dispatch-support.ts';
import { inDays, passSupport } from './pass-support.ts';
import { useTwoSweepers } from './two-sweepers.ts';
import { recordsOf, type UserAnswer } from './user-support.ts';

interface ClockAnswer {
  testClock: { id: string; frozenAt: string; status: 'ADVANCING' | 'READY'; version: number };
  code: string;
}

const admin = await startAdmin();
const passes = passSupport(admin);
const sweepers = useTwoSweepers();
const path = '/api/admin/test-clocks';

const create = (as: Principal, body = {}) => admin.call<ClockAnswer>('POST', path, { as, body });
const advance = (as: Principal, id: string, to: string) =>
  admin.call<ClockAnswer>('POST', `${path}/${id}/advance`, { as, body: { to } });

const clocks = async (as: Principal) =>
  (await admin.call<{ testClocks: ClockAnswer['testClock'][] }>('GET', path, { as })).body.testClocks;

/** Advances the clock of a tenant, and waits until all due changes are stored. */
async function advanceTo(as: Principal, to: string): Promise<string> {
  const id = (await clocks(as))[0]?.id ?? (await create(as)).body.testClock.id;
  // A process without clocks looks for them every ten seconds.
  await TestClockModel.updateOne(
    { _id: id, tenantId: as.tenantId ?? '' },
    { $set: { createdAt: new Date(0) } },
  );
  expect(await advance(as, id, to)).toMatchObject({
    status: 202,
    body: { testClock: { frozenAt: to, status: 'ADVANCING' } },
  });
  await readTestClocks();
  sweepers.start([advanceTestClocks]);
  const isReady = async (): Promise<boolean> =>
    (await admin.call<ClockAnswer>('GET', `${path}/${id}`, { as })).body.testClock.status === 'READY';
  await waitUntil(isReady, { what: 'the advanced clock' });
  await sweepers.stop();
  return id;
}

/** Creates a tenant with a unit, and a caller with all its scopes. */
async function open(settings = {}) {
  const place = await addPlace(settings);
  const caller = apiKeyPrincipal(place.tenantId, grantableScopes);
  const invite = async (as = caller, unitId = place.unit._id) => {
    const body = { unitId, inviteeEmail: `${newId('user')}@example.test`, expiresInHours: 24 };
    return (await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', { as, body })).body.invite;
  };
  const read = async (id: string) =>
    (await admin.call<InviteAnswer>('GET', `/api/admin/onboarding/invites/${id}`, { as: caller })).body
      .invite;
  return { place, caller, invite, read };
}

const expiries = (id: string) =>
  OutboxModel.countDocuments({ subject: 'pas.v1.onboarding.invite.expired', 'envelope.subject': id });

/** Returns the published starts and ends of residences of a tenant. */
async function residenceEvents(tenantId: string): Promise<string[]> {
  const prefix = 'pas.v1.onboarding.residence.';
  const rows = await OutboxModel.find({ subject: { $regex: `^${prefix}` }, 'envelope.tenantid': tenantId });
  return rows.map(({ subject }) => subject.slice(prefix.length)).toSorted();
}

describe('an advanced clock', () => {
  test('expires only invites of its tenant, with one event each, at real times', async () => {
    const [own, other] = await Promise.all([open(), open()]);
    const [invite, foreign] = await Promise.all([own.invite(), other.invite()]);
    const id = await advanceTo(own.caller, inDays(2));
    expect(await own.read(invite.id)).toMatchObject({ status: 'EXPIRED', expiredReason: 'TTL' });
    expect((await other.read(foreign.id)).status).toBe('PENDING');
    expect([await expiries(invite.id), await expiries(foreign.id)]).toEqual([1, 0]);
    const stored = await InviteModel.findOne({ _id: invite.id, tenantId: own.place.tenantId }).lean();
    expect(stored?.updatedAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await recordsOf(id)).toMatchObject([
      { action: 'test_clock.created' },
      { action: 'test_clock.advanced', changes: [{ path: 'frozenAt' }] },
    ]);
  });

  test('is the start of new invites, and ends those before its own end when it advances again', async () => {
    const { caller, invite, read } = await open();
    await advanceTo(caller, inDays(10));
    const made = await invite();
    expect(made.status).toBe('PENDING');
    expect(Date.parse(made.expiresAt)).toBeGreaterThan(Date.parse(inDays(10)));
    await advanceTo(caller, inDays(12));
    expect((await read(made.id)).status).toBe('EXPIRED');
  });

  test('ends passes, and real time counts again without it', async () => {
    const site = await passes.open();
    const { id } = (await passes.create(site)).body.pass;
    const clock = await advanceTo(site.caller, inDays(1.5));
    expect((await passes.get(site.caller, id)).body.pass).toMatchObject({ ended: { reason: 'EXPIRED' } });
    expect((await passes.list(site.caller)).passes).toEqual([]);
    expect(await passes.create(site)).toMatchObject({ status: 422, body: { errors: [{ path: 'endsAt' }] } });
    expect((await admin.call('DELETE', `${path}/${clock}`, { as: site.caller })).status).toBe(204);
    await readTestClocks();
    expect((await passes.get(site.caller, id)).body.pass).toMatchObject({ ended: null });
  });

  test('starts and ends residences, and new ones begin at its time', async () => {
    const [own, other] = await Promise.all([open(), open()]);
    const movesIn = async ({ caller: as, place: { unit } }: typeof own, residence = {}) => {
      const body = { kind: 'RESIDENT', email: `${newId('user')}@example.test` };
      const lives = { ...body, residence: { unitId: unit._id, ...residence } };
      return (await admin.call<UserAnswer>('POST', '/api/admin/users', { as, body: lives })).body.user;
    };
    const stays = { startsAt: inDays(1), endsAt: inDays(3) };
    const [user, foreign] = await Promise.all([movesIn(own, stays), movesIn(other, stays)]);
    const read = async ({ caller: as, place }: typeof own, id = user.id) => {
      const { body } = await admin.call<UserAnswer>('GET', `/api/admin/users/${id}`, { as });
      const path = `/api/admin/units/${place.unit._id}`;
      const unit = await admin.call<{ unit: { occupancy: string } }>('GET', path, { as });
      return [body.user.status, unit.body.unit.occupancy];
    };
    await advanceTo(own.caller, inDays(2));
    expect(await read(own)).toEqual(['INVITED', 'OCCUPIED']);
    expect(await residenceEvents(own.place.tenantId)).toEqual(['started']);
    await advanceTo(own.caller, inDays(4));
    expect(await read(own)).toEqual(['FORMER', 'VACANT']);
    expect(await residenceEvents(own.place.tenantId)).toEqual(['ended', 'started']);
    expect(await read(other, foreign.id)).toEqual(['INVITED', 'VACANT']);
    expect(await residenceEvents(other.place.tenantId)).toEqual([]);
    const [residence] = (await movesIn(own)).residences;
    expect(residence?.startsAt).toBe((await clocks(own.caller))[0]?.frozenAt);
    expect((await read(own))[1]).toBe('OCCUPIED');
  });

  test('sends reminders that are due at its time', async () => {
    const { place, caller } = await open({ inviteReminderHours: [48] });
    const row = inviteRow(place.unit, {
      deliveries: [deliveryTo('EMAIL', 'jordan@example.test', { status: 'SENT' })],
      expiresAt: new Date(Date.parse(inDays(7))),
      remindFrom: new Date(),
      reminderDueAt: new Date(Date.parse(inDays(2))),
    });
    await InviteModel.insertMany([row]);
    await advanceTo(caller, `${inDays(3).slice(0, 10)}T14:00:00.000Z`);
    const filter = { _id: row._id, tenantId: place.tenantId };
    const stored = await InviteModel.findOne(filter).lean<InviteRow>();
    expect(stored?.deliveries.map(({ kind }) => kind)).toEqual(['INVITE', 'REMINDER']);
    expect(await OutgoingMessageModel.countDocuments({ tenantId: place.tenantId })).toBe(1);
  });

  test('brings planned retries of webhooks forward by as much, but no claimed ones', async () => {
    const { place, caller } = await open();
    const [minute, due] = [60_000, Date.now() + 300_000];
    const event = {
      _id: newId('event'),
      tenantId: place.tenantId,
      type: 'door.opened' as const,
      occurredAt: new Date(),
      correlationId: newId('event'),
      entityId: null,
    };
    const planned = newAttempt(event, newId('webhookEndpoint'), new Date(due));
    const claimed = { ...planned, _id: newId('webhookAttempt'), claimedBy: 'a process' };
    await WebhookAttemptModel.insertMany([planned, claimed]);
    const { id } = (await create(caller)).body.testClock;
    const { testClock } = (await advance(caller, id, new Date(Date.now() + 10 * minute).toISOString())).body;
    await advanceTo(caller, new Date(Date.parse(testClock.frozenAt) + minute).toISOString());
    const read = async (_id: string) =>
      WebhookAttemptModel.findOne({ _id, tenantId: place.tenantId }).lean<WebhookAttemptRow>();
    const forward = await read(planned._id);
    const nextAt = Number(forward?.nextAt);
    expect(Number(forward?.dueAt)).toBe(nextAt);
    // The clock stood at the real time of its first advance.
    expect(nextAt).toBeLessThanOrEqual(due - 10 * minute);
    expect(nextAt).toBeGreaterThan(due - 12 * minute);
    expect(Number((await read(claimed._id))?.nextAt)).toBe(due);
  });
});

describe('POST /api/admin/test-clocks', () => {
  test('409 for a second clock of the tenant', async () => {
    const { caller } = await open();
    expect((await create(caller)).status).toBe(201);
    expect(await create(caller)).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  });

  test.for([inDays(-1), inDays(740)])('422 for %s, in the past or too far ahead', async (frozenAt) => {
    const { caller } = await open();
    expect(await create(caller, { frozenAt })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'frozenAt', code: 'out_of_range' }] },
    });
  });
});

test('422 for an advance to an earlier time', async () => {
  const { caller } = await open();
  const { id } = (await create(caller, { frozenAt: inDays(5) })).body.testClock;
  expect(await advance(caller, id, inDays(4))).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'to', code: 'out_of_range' }] },
  });
});

test('404 for the clock of another tenant', async () => {
  const [{ caller }, other] = await Promise.all([open(), newTenantCaller()]);
  const { id } = (await create(caller)).body.testClock;
  expect(await advance(other, id, inDays(4))).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test.for(['PROD', 'STAGING'])('403 in %s', (environment) => {
  expect(() => requireTestEnvironment({ environment })).toThrow(
    expect.objectContaining({ kind: 'forbidden', code: 'test_environment_required' }),
  );
});
