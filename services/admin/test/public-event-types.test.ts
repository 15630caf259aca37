import { createEnvelope } from '@pas/platform/events/envelope';
import { newId } from '@pas/shared/ids/id';
import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { CallModel } from '@pas/shared/models/call';
import { ImportModel } from '@pas/shared/models/import';
import { InviteModel } from '@pas/shared/models/invite';
import { ReportModel } from '@pas/shared/models/report';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { inviteRow, residenceIn, unitRow, userRow } from '@pas/testing/rows';
import { beforeAll, describe, expect, test } from 'vitest';
import { webhookEventOf } from '../src/public-events/public-event.schema.ts';
import { entityOfType, publicEntities, type PublicEntity } from '../src/public-events/public-catalogue.ts';
import { sequenceEvents } from '../src/public-events/sequence-events.ts';
import { sampleData } from '../src/webhooks/sample-data.ts';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { apiKeyRow } from './api-key-row.ts';
import { accessEventRow, accessPointRow, callRow, reportRow } from './building-rows.ts';
import { importRow } from './import-row.ts';

/** The bus event of each type, as in the contract. */
const subjects: Readonly<Record<PublicEventType, string>> = {
  'invite.created': 'pas.v1.onboarding.invite.created',
  'invite.dispatched': 'pas.v1.onboarding.invite.dispatched',
  'invite.accepted': 'pas.v1.onboarding.invite.accepted',
  'invite.expired': 'pas.v1.onboarding.invite.expired',
  'resident.moved_in': 'pas.v1.onboarding.residence.started',
  'resident.moved_out': 'pas.v1.onboarding.residence.ended',
  'call.started': 'pas.v1.calls.call.started',
  'call.ended': 'pas.v1.calls.call.ended',
  'door.opened': 'pas.v1.access.point.granted',
  'door.denied': 'pas.v1.access.point.denied',
  'door.offline': 'pas.v1.access.point.offline',
  'door.online': 'pas.v1.access.point.online',
  'door.held': 'pas.v1.access.point.held',
  'door.forced': 'pas.v1.access.point.forced',
  'unit.unreachable': 'pas.v1.access.unit.unreachable',
  'report.created': 'pas.v1.access.report.created',
  'import.completed': 'pas.v1.onboarding.import.committed',
  'key.rotated': 'pas.v1.keys.key.rotated',
  'key.expiring': 'pas.v1.keys.key.expiring',
  'key.leaked': 'pas.v1.keys.key.leaked',
};

/** The path at which a reader gets each entity. */
const paths: Readonly<Record<PublicEntity, string>> = {
  invite: 'onboarding/invites',
  user: 'users',
  call: 'calls',
  accessEvent: 'access-events',
  accessPoint: 'access-points',
  unit: 'units',
  report: 'reports',
  import: 'imports',
  apiKey: 'api-keys',
};

const admin = await startAdmin();
const as = await newTenantCaller();
const tenantId = as.tenantId ?? '';
/** A caller that may read everything and write nothing, so that no token is shown. */
const reader = { ...as, scopes: Object.values(publicEntities).map(({ scope }) => scope) };

/** Adds one stored entity of each kind. */
async function addEntities(): Promise<Record<PublicEntity, string>> {
  const { id: propertyId } = await addProperty(admin, as);
  const unit = unitRow(tenantId, { propertyId });
  const place = { propertyId, unitId: unit._id };
  const rows = {
    unit,
    user: userRow(tenantId, { residences: [residenceIn({ id: unit._id, propertyId })] }),
    invite: inviteRow(unit),
    call: callRow(tenantId, place),
    accessEvent: accessEventRow(tenantId, place),
    accessPoint: accessPointRow(tenantId, { propertyId }),
    report: reportRow(tenantId, place),
    import: importRow(tenantId, { propertyId }),
    apiKey: apiKeyRow(tenantId),
  };
  await Promise.all([
    UnitModel.insertMany([rows.unit]),
    UserModel.insertMany([rows.user]),
    InviteModel.insertMany([rows.invite]),
    CallModel.insertMany([rows.call]),
    AccessEventModel.insertMany([rows.accessEvent]),
    AccessPointModel.insertMany([rows.accessPoint]),
    ReportModel.insertMany([rows.report]),
    ImportModel.insertMany([rows.import]),
    ApiKeyModel.insertMany([rows.apiKey]),
  ]);
  return Object.fromEntries(Object.entries(rows).map(([entity, { _id }]) => [entity, _id])) as Record<
    PublicEntity,
    string
  >;
}

let ids: Record<PublicEntity, string>;
beforeAll(async () => {
  ids = await addEntities();
});

describe.each(publicEventTypes)('%s', (type) => {
  const entity = entityOfType[type];

  test('shows its entity as GET shows it to a reader, without tokens', async () => {
    const data = { aggregateVersion: 1, [publicEntities[entity].idField]: ids[entity], reason: 'TTL' };
    const event = createEnvelope(
      { type: subjects[type], subject: ids[entity], tenantId, data },
      'test',
      new Date(),
    );
    await sequenceEvents({ tenantId, events: [event], followers: [] });
    const query = `types=${type}`;
    const feed = await admin.call<{ events: object[] }>('GET', `/api/admin/events?${query}`, { as });
    const shown = await admin.call('GET', `/api/admin/${paths[entity]}/${ids[entity]}`, { as: reader });
    expect([feed.status, shown.status]).toEqual([200, 200]);
    expect(feed.body.events).toMatchObject([{ id: event.id, type, timestamp: event.time }]);
    expect(feed.body.events[0]).toHaveProperty('data', shown.body);
  });

  test('needs the read scope of its entity, for an endpoint and in the feed', async () => {
    const { scope } = publicEntities[entity];
    const url = 'https://hooks.example.com/events';
    const statusesOf = async (scopes: readonly string[]): Promise<number[]> => {
      const caller = { ...as, scopes };
      const body = { url, events: [type] };
      const made = await admin.call('POST', '/api/admin/webhook-endpoints', { as: caller, body });
      return [
        made.status,
        (await admin.call('GET', `/api/admin/events?types=${type}`, { as: caller })).status,
      ];
    };
    const others = Object.values(publicEntities).flatMap((each) =>
      each.scope === scope ? [] : [each.scope],
    );
    const own = ['webhooks:write', 'events:read'];
    expect(await statusesOf([...own, scope])).toEqual([201, 200]);
    expect(await statusesOf([...own, ...others])).toEqual([403, 403]);
  });

  test('has a test event of the same shape', () => {
    const sample = sampleData(type, newId('tenant'));
    expect(Object.keys(sample)).toEqual([entity]);
    const body = { type, timestamp: '2026-02-01T09:30:00.000Z', data: sample };
    expect(webhookEventOf(type).parse(body)).toEqual(body);
  });
});

test.each<[PublicEventType, object]>([
  ['invite.created', { invite: { status: 'PENDING', sendCount: 0 } }],
  ['invite.accepted', { invite: { status: 'ACCEPTED' } }],
  ['invite.expired', { invite: { status: 'EXPIRED', expiredReason: 'TTL' } }],
  ['resident.moved_out', { user: { status: 'FORMER' } }],
  ['call.started', { call: { status: 'RINGING', outcome: null, endedAt: null } }],
  ['call.ended', { call: { status: 'COMPLETED' } }],
  ['door.opened', { accessEvent: { decision: 'GRANTED' } }],
  ['door.denied', { accessEvent: { decision: 'DENIED', confirmed: false } }],
  ['door.offline', { accessPoint: { online: false } }],
  ['door.online', { accessPoint: { online: true } }],
  ['key.rotated', { apiKey: { status: 'ROTATING' } }],
])('the test event of %s shows its entity in the state of the type', (type, expected) => {
  expect(sampleData(type, tenantId)).toMatchObject(expected);
});
