import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createEnvelope } from '@pas/platform/events/envelope';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { createLogger } from '@pas/platform/log/logger';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { AlertMailModel, type AlertMailRow, type AlertType } from '@pas/shared/models/alert-mail';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { ReportModel } from '@pas/shared/models/report';
import { TenantModel, type AlertRecipient } from '@pas/shared/models/tenant';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import type { Principal } from '@pas/shared/principal/principal';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { tenantRow, testLinks } from '@pas/testing/rows';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectAlerts, collectFromEvents, nextDigest, type Alert } from '../src/alerts/collect-alerts.ts';
import { sendAlertMails } from '../src/alerts/send-alert-mails.ts';
import { MessageDelayed } from '../src/dispatch/carrier-errors.ts';
import type { Mail } from '../src/dispatch/mailer.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { sequenceEvents } from '../src/public-events/sequence-events.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { apiKeyRow } from './api-key-row.ts';
import { accessPointRow, reportRow } from './building-rows.ts';
import { webhookEndpointRow } from './webhook-rows.ts';

const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });

describe('alerts', () => {
  let admin: ServiceHarness;
  let as: Principal;
  let tenantId: string;

  beforeAll(async () => {
    admin = await startAdmin();
  });
  beforeEach(async () => {
    as = await newTenantCaller();
    tenantId = as.tenantId ?? '';
  });

  const setRecipients = (alertRecipients: readonly Partial<AlertRecipient>[]) =>
    admin.call('PATCH', `/api/admin/tenants/${tenantId}`, { as, body: { settings: { alertRecipients } } });
  const desk = { email: 'desk@example.test', types: ['door.offline' as const] };

  /** Marks doors of a property as offline at once. */
  async function goOffline(count: number, name: string): Promise<Alert[]> {
    const property = await addProperty(admin, as, name);
    const doors = Array.from({ length: count }, (_, at) =>
      accessPointRow(tenantId, { propertyId: property.id, name: `Door ${at}` }),
    );
    await AccessPointModel.insertMany(doors);
    return doors.map(({ _id: entityId }) => ({
      type: 'door.offline',
      entityId,
      propertyIds: [property.id],
      at: new Date(),
    }));
  }
  const addDoor = async (propertyId: string): Promise<[string, string]> => {
    const row = accessPointRow(tenantId, { propertyId, name: 'Main gate' });
    await AccessPointModel.insertMany([row]);
    return [row._id, 'Main gate, Harbor View'];
  };
  const addSilentUnit = async (propertyId: string): Promise<[string, string]> => {
    const unit = await addUnit(admin, as, propertyId, '4B');
    return [unit.id, 'Unit 4B, Harbor View'];
  };
  const addReport = async (propertyId: string): Promise<[string, string]> => {
    const [unitId, name] = await addSilentUnit(propertyId);
    const row = reportRow(tenantId, { propertyId, unitId });
    await ReportModel.insertMany([row]);
    return [row._id, name];
  };
  const addNamedKey = async (): Promise<[string, string]> => [(await addKey())[0], 'Nightly'];
  const addKey = async (): Promise<[string, string]> => {
    const row = apiKeyRow(tenantId, { name: 'Nightly' });
    await ApiKeyModel.insertMany([row]);
    return [row._id, `Nightly (expires ${row.expiresAt.toISOString().slice(0, 10)})`];
  };
  const addEndpoint = async (): Promise<[string, string]> => {
    const row = webhookEndpointRow(tenantId, { url: 'https://hooks.example.com/4711' });
    await WebhookEndpointModel.insertMany([row]);
    return [row._id, row.url];
  };
  const collect = async (alerts: readonly Alert[]) =>
    inTransaction(core, (session) => collectAlerts(tenantId, alerts, session));
  const waiting = async (): Promise<AlertMailRow[]> =>
    AlertMailModel.find({ tenantId }).sort({ dueAt: 1 }).lean<AlertMailRow[]>();
  /** Creates a tenant and waits until its recipients are known: services cache a tenant for a second. */
  async function tenantWith(alertRecipients: readonly AlertRecipient[]): Promise<void> {
    const row = tenantRow();
    const settings = { ...row.settings, timeZone: 'America/New_York', alertRecipients: [...alertRecipients] };
    await TenantModel.insertMany([{ ...row, settings }]);
    tenantId = row._id;
    as = { ...as, tenantId };
  }
  /** Sends waiting mails as if they were due. */
  async function sendAll(): Promise<Mail[]> {
    const mails: Mail[] = [];
    const send = (mail: Mail): Promise<void> => Promise.resolve(void mails.push(mail));
    await AlertMailModel.updateMany({ tenantId }, { $set: { dueAt: new Date() } });
    const sweeps = [sendAlertMails({ send, close: () => undefined }, testLinks.portalUrl)];
    const sweeper = startSweeper({ environment: 'TEST', events: leaveToSweeper, log, everyMs: 50, sweeps });
    await waitUntil(async () => (await waiting()).length === 0, { what: 'the mails' });
    await sweeper.stop();
    return mails;
  }

  test('concurrent alerts of one cause are one mail', async () => {
    await tenantWith([{ email: 'desk@example.test', types: ['endpoint.failing'], digest: 'NONE' }]);
    const alerts = Array.from({ length: 6 }, (_, at) => ({
      type: 'endpoint.failing' as const,
      entityId: `endpoint-${at}`,
      propertyIds: null,
      at: new Date(),
    }));
    await Promise.all(alerts.map(async (alert) => collect([alert])));
    expect(await waiting()).toMatchObject([{ cause: 'endpoint.failing', count: 6 }]);
  });

  test('200 sets the recipients; the audit has only digests of their addresses', async () => {
    const { status, body } = await setRecipients([desk]);
    expect([status, body]).toMatchObject([
      200,
      { tenant: { settings: { alertRecipients: [{ ...desk, digest: 'NONE' }] } } },
    ]);
    const rows = await core.collection('outbox').find({ tenantId }).toArray();
    expect(JSON.stringify(rows)).not.toContain(desk.email);
  });

  test.each([
    [[{ ...desk, types: ['door.opened'] }]],
    [[{ ...desk, types: [] }]],
    [[{ ...desk, email: 'desk' }]],
    [[{ ...desk, digest: 'WEEKLY' }]],
    [Array.from({ length: 21 }, () => desk)],
  ])('422 for %j', async (recipients) => {
    expect((await setRecipients(recipients as never)).status).toBe(422);
  });

  test('sends one mail per cause, not one per door', async () => {
    await tenantWith([
      { ...desk, digest: 'NONE' },
      { email: 'keys@example.test', types: ['key.expiring'], digest: 'NONE' },
    ]);
    const [here, there] = [await goOffline(70, 'Harbor View'), await goOffline(1, 'Maple & Court')];
    await collect(here.slice(0, 30));
    await collect([...here.slice(30), ...there]);
    const mails = await sendAll();
    expect(new Set(mails.map(({ to, subject }) => `${to}: ${subject}`))).toEqual(
      new Set([`${desk.email}: 70 doors are offline`, `${desk.email}: A door is offline`]),
    );
    expect(mails).toHaveLength(2);
    const [one, many] = mails.toSorted((a, b) => b.subject.localeCompare(a.subject));
    expect(one?.html).toContain('Maple &amp; Court');
    expect(many?.text).toContain('Door 0, Harbor View');
    expect(many?.text).toContain('And 20 more.');
  });

  test.each<[type: AlertType, subject: string, add: (propertyId: string) => Promise<[string, string]>]>([
    ['door.offline', 'A door is offline', addDoor],
    ['door.held', 'A door is held open', addDoor],
    ['door.forced', 'A door was forced open', addDoor],
    ['unit.unreachable', 'A unit cannot be reached', addSilentUnit],
    ['report.created', 'A resident has reported a problem', addReport],
    ['key.expiring', 'An API key expires soon', addKey],
    ['key.leaked', 'An API key is public', addNamedKey],
    ['endpoint.failing', 'A webhook endpoint was disabled', addEndpoint],
  ])('a mail about %s has the subject “%s”, the place and the advice', async (type, subject, add) => {
    await tenantWith([{ email: desk.email, types: [type], digest: 'NONE' }]);
    const { id: propertyId } = await addProperty(admin, as, 'Harbor View');
    const [entityId, name] = await add(propertyId);
    await collect([{ type, entityId, propertyIds: [propertyId], at: new Date() }]);
    const [mail, ...others] = await sendAll();
    expect([mail?.subject, others]).toEqual([subject, []]);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(name);
  });

  test('plans one mail per bus event, also after repeated sequencing', async () => {
    await tenantWith([{ ...desk, digest: 'NONE' }]);
    const [alert] = await goOffline(1, 'Harbor View');
    const data = { aggregateVersion: 1, accessPointId: alert?.entityId, propertyId: alert?.propertyIds?.[0] };
    const about = { type: 'pas.v1.access.point.offline', subject: alert?.entityId ?? '', tenantId, data };
    const events = [createEnvelope(about, 'admin', new Date())];
    for (const _time of [1, 2]) await sequenceEvents({ tenantId, events, followers: [collectFromEvents] });
    expect(await waiting()).toMatchObject([{ email: desk.email, count: 1 }]);
  });

  test.each([
    ['door.forced', 10_000],
    ['door.held', 10_000],
    ['door.offline', 60_000],
  ] as const)('gathers what joins a mail about %s for %i ms', async (type, ms) => {
    await tenantWith([{ email: 'guard@example.test', types: [type], digest: 'NONE' }]);
    const alerts = await goOffline(2, 'Harbor View');
    await collect(alerts.map((alert) => ({ ...alert, type })));
    const [row, ...others] = await waiting();
    expect(others).toEqual([]);
    expect([row?.count, (row?.dueAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)]).toEqual([2, ms]);
  });

  test('gathers the digest of a day for 8:00 in the zone of the tenant', async () => {
    await tenantWith([{ ...desk, digest: 'DAILY' }]);
    await collect([...(await goOffline(1, 'Harbor View')), ...(await goOffline(1, 'Maple Court'))]);
    const [row, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(row?.dueAt).toEqual(nextDigest(row?.createdAt ?? new Date(), 'America/New_York'));
    expect((await sendAll()).map(({ subject }) => subject)).toEqual(['2 alerts in the last 24 hours']);
  });

  test('a removed recipient gets no waiting mail', async () => {
    const guard = { ...desk, email: 'guard@example.test', digest: 'DAILY' as const };
    await tenantWith([{ ...desk, digest: 'DAILY' }, guard]);
    await collect(await goOffline(1, 'Harbor View'));
    expect(await waiting()).toHaveLength(2);
    const path = 'settings.alertRecipients';
    await TenantModel.updateOne({ _id: tenantId }, { $set: { [path]: [guard] } });
    const isKnown = async () => (await findTenant(tenantId))?.settings.alertRecipients.length === 1;
    await waitUntil(isKnown, { what: 'the settings to be known' });
    expect((await sendAll()).map(({ to }) => to)).toEqual([guard.email]);
  });

  test('retries a mail that the server temporarily refuses', async () => {
    await tenantWith([{ ...desk, digest: 'NONE' }]);
    await collect(await goOffline(1, 'Harbor View'));
    await AlertMailModel.updateMany({ tenantId }, { $set: { dueAt: new Date() } });
    const away = (): Promise<void> => Promise.reject(new MessageDelayed('mail_server_unavailable', 'away'));
    const sweeps = [sendAlertMails({ send: away, close: () => undefined }, testLinks.portalUrl)];
    const sweeper = startSweeper({ environment: 'TEST', events: leaveToSweeper, log, everyMs: 50, sweeps });
    await waitUntil(async () => (await waiting())[0]?.isOpen === false, { what: 'a try' });
    await sweeper.stop();
    expect(await sendAll()).toHaveLength(1);
  });

  test.each([
    ['2026-03-08T11:59:00Z', '2026-03-08T12:00:00.000Z'],
    ['2026-03-07T13:00:00Z', '2026-03-08T12:00:00.000Z'],
    ['2026-01-01T12:59:59Z', '2026-01-01T13:00:00.000Z'],
  ])('the digest after %s is due at %s', (now, due) => {
    expect(nextDigest(new Date(now), 'America/New_York').toISOString()).toBe(due);
  });
});
