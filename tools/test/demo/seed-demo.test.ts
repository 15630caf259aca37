import { core } from '@pas/platform/mongo/connections';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { apiKeyStatusAt } from '@pas/shared/api-keys/key-state';
import type { AuditSubmission } from '@pas/shared/events/areas/audit';
import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { AccountModel } from '@pas/shared/models/account';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { ImportModel } from '@pas/shared/models/import';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import type { Model } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoTenants } from '../../src/local-system/demo/buildings.ts';
import { ensureTenants } from '../../src/local-system/demo/ensure-tenants.ts';
import { demoResidentEmail } from '../../src/local-system/demo/people.ts';
import { seedDemo } from '../../src/local-system/demo/seed-demo.ts';

const now = new Date();
const reserved = /^\+1\d{3}55501\d{2}$/;

let databases: TestDatabases;
let tenantIds: string[] = [];

async function seed(): Promise<void> {
  tenantIds = await ensureTenants(demoTenants, now);
  await seedDemo(
    {
      tenants: demoTenants,
      tenantIds,
      inviteTokenSecret: 'secret-of-at-least-32-characters!',
      portalUrl: 'http://portal.test',
      residentPassword: 'correct horse battery',
      apiKeyPepper: 'a pepper of at least 32 characters',
      environment: 'DEV',
    },
    now,
  );
}

/** Reads the rows of both tenants separately, because no query may span tenants. */
async function rowsOf<Row>(model: Model<Row>, filter: object = {}): Promise<Row[]> {
  const all = tenantIds.map((tenantId) => model.find({ ...filter, tenantId } as object).lean<Row[]>());
  return (await Promise.all(all)).flat();
}

async function countRows(): Promise<Record<string, number>> {
  const owned = [PropertyModel, UnitModel, UserModel, InviteModel, AccessPointModel, VirtualNumberModel];
  const models = [
    ...owned,
    DeviceModel,
    CallModel,
    AccessEventModel,
    ImportModel,
  ] as unknown as Model<object>[];
  const counts: Record<string, number> = {
    Account: await AccountModel.countDocuments({}),
    ApiKey: await ApiKeyModel.countDocuments({}),
  };
  for (const model of models) counts[model.modelName] = (await rowsOf(model)).length;
  return counts;
}

let first: Record<string, number> = {};

beforeAll(async () => {
  databases = await openTestDatabases();
  await seed();
  first = await countRows();
});
afterAll(() => databases.stop());

test('has two tenants, five buildings and 200 units, occupied exactly when a resident lives there', async () => {
  expect([tenantIds.length, first['Property'], first['Unit']]).toEqual([2, 5, 200]);
  const users = await rowsOf<UserRow>(UserModel, { kind: 'RESIDENT' });
  const livedIn = new Set(users.flatMap(({ residences }) => residences.map(({ unitId }) => unitId)));
  const occupied = await rowsOf<UnitRow>(UnitModel, { occupancy: 'OCCUPIED' });
  expect(new Set(occupied.map(({ _id }) => _id))).toEqual(livedIn);
  expect(livedIn.size).toBeGreaterThan(140);
  expect(livedIn.size).toBeLessThan(180);
  for (const { email, phone } of users) {
    expect([email, phone]).toEqual([
      expect.stringMatching(/^[a-z.]+@residents\.test$/),
      expect.stringMatching(reserved),
    ]);
  }
});

test.each([0, 1])('has invites of tenant %i in all states, with consistent times', async (index) => {
  const invites = await InviteModel.find({ tenantId: tenantIds[index] ?? '' }).lean<InviteRow[]>();
  expect(new Set(invites.map(({ status, expiredReason }) => `${status} ${expiredReason}`))).toEqual(
    new Set(['ACCEPTED null', 'EXPIRED REVOKED', 'EXPIRED SUPERSEDED', 'EXPIRED TTL', 'PENDING null']),
  );
  const those = (filter: (invite: InviteRow) => boolean) => invites.filter(filter);
  expect(those(({ status, expiresAt }) => status === 'PENDING' && expiresAt <= now)).toEqual([]);
  expect(those(({ expiredReason, expiresAt }) => expiredReason === 'TTL' && expiresAt > now)).toEqual([]);
  expect(those(({ acceptedAt, expiresAt }) => acceptedAt !== null && acceptedAt > expiresAt)).toEqual([]);
  expect(those(({ acceptedAt, previewedAt }) => acceptedAt !== null && previewedAt === null)).toEqual([]);
  const deliveries = invites.flatMap((invite) => invite.deliveries);
  const statuses = new Set(deliveries.map(({ status }) => status));
  expect(statuses).toEqual(new Set(['QUEUED', 'DELIVERED', 'BOUNCED', 'FAILED']));
  // An invite that the worker will send and mark as SENT is from today.
  const today = now.getTime() - 24 * 3_600_000;
  expect(deliveries.filter(({ status, at }) => status === 'QUEUED' && at.getTime() < today)).toEqual([]);
});

test('has staff, a former employee, and disabled residents', async () => {
  const staff = await rowsOf<UserRow>(UserModel, { kind: 'STAFF' });
  expect(staff.map(({ email, status }) => `${email} ${status}`)).toEqual(
    expect.arrayContaining([
      'dana.whitfield@maple-living.test ACTIVE',
      'kit.lowell@maple-living.test DISABLED',
      'ingrid.voss@harbor-homes.test ACTIVE',
    ]),
  );
  expect((await rowsOf(UserModel, { kind: 'RESIDENT', status: 'DISABLED' })).length).toBeGreaterThan(1);
});

test('has external ids of buildings and units, and refused access events', async () => {
  expect((await rowsOf(PropertyModel, { externalId: null })).length).toBe(0);
  expect(await rowsOf(UnitModel, { externalId: 'MC-02118-1A' })).toHaveLength(1);
  expect((await rowsOf(AccessEventModel, { decision: 'DENIED' })).length).toBeGreaterThan(5);
});

test.each([0, 1])(
  'has keys of tenant %i in every state, one of them restricted to one property',
  async (index) => {
    const keys = await ApiKeyModel.find({ tenantId: tenantIds[index] ?? '' }).lean<ApiKeyRow[]>();
    expect(new Set(keys.map((key) => apiKeyStatusAt(key, now)))).toEqual(
      new Set(['ACTIVE', 'ROTATING', 'REVOKED', 'EXPIRED']),
    );
    expect(keys.filter(({ propertyIds }) => propertyIds !== null)).toHaveLength(1);
    const old = keys.find(({ status }) => status === 'ROTATING');
    const next = keys.find(({ _id }) => _id === old?.replacedBy);
    expect(next).toMatchObject({ rotatedFrom: old?._id, lineageId: old?.lineageId });
  },
);

test('submits its months to the audit in order, by many actors', async () => {
  const [tenantId = ''] = tenantIds;
  const rows = await OutboxModel.find({ tenantId, subject: 'pas.v1.audit.record.submitted' })
    .sort({ lockUntil: 1, _id: 1 })
    .lean<OutboxRow[]>();
  const records = rows.map(({ envelope }) => envelope.data as unknown as AuditSubmission);
  const times = records.map(({ occurredAt }) => occurredAt);
  expect(times).toEqual(times.toSorted());
  expect(rows.at(-1)?.lockUntil.getTime()).toBeLessThanOrEqual(now.getTime());
  expect(new Set(records.map(({ actor }) => actor.type))).toEqual(new Set(['STAFF', 'RESIDENT', 'SYSTEM']));
  // No name is on the bus. The chain has digests of names, and the API shows the values.
  expect(JSON.stringify(records)).not.toContain('Dana Whitfield');
  const staff = records.filter(({ actor }) => actor.type === 'STAFF');
  expect(new Set(staff.map(({ actor }) => actor.id)).size).toBe(5);
  expect(records.filter(({ outcome }) => outcome === 'DENIED')).toHaveLength(3);
  expect(new Set(records.map(({ context }) => context.correlationId)).size).toBeGreaterThan(500);
});

test('has numbers in every state, doors, and calls with all outcomes from reserved numbers', async () => {
  const numbers = await rowsOf<VirtualNumberRow>(VirtualNumberModel);
  expect(new Set(numbers.map(({ status }) => status)).size).toBe(4);
  // The controllers of the sandbox report for the other doors.
  expect((await rowsOf(AccessPointModel, { online: null })).length).toBeGreaterThan(200);
  expect((await rowsOf(AccessPointModel, { online: false })).length).toBeGreaterThan(1);
  const calls = await rowsOf<CallRow>(CallModel);
  expect(calls.length).toBeGreaterThan(400);
  expect(new Set(calls.map(({ outcome }) => outcome)).size).toBe(7);
  const dialled = calls.flatMap(({ fromNumber, toNumber }) => [fromNumber ?? toNumber, toNumber]);
  for (const number of [...dialled, ...numbers.map((each) => each.number)]) expect(number).toMatch(reserved);
});

test('is not created twice, and the resident of `local.json` can sign in', async () => {
  await seed();
  expect(await countRows()).toEqual(first);
  const account = await AccountModel.findOne({ emailKey: demoResidentEmail }).lean();
  expect(account?.passwordHash).toMatch(/^\$argon2id\$/);
});

test('is created again after an aborted start', async () => {
  const [_id = ''] = tenantIds;
  await core.collection<{ _id: string }>('unfinished_demos').insertOne({ _id });
  await UnitModel.deleteMany({ tenantId: _id });
  await CallModel.deleteMany({ tenantId: _id });
  await seed();
  expect(await countRows()).toEqual(first);
});
