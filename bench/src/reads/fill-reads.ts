import '@pas/shared/models/all-models';
import { recount } from '@pas/platform/lists/row-totals';
import { connectDatabases, disconnectDatabases } from '@pas/platform/mongo/connections';
import { newAccessEvent } from '@pas/shared/access/record-decision';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { AuditHeadModel } from '@pas/shared/models/audit-head';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { CallModel } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { PropertyModel } from '@pas/shared/models/property';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { newRow } from '@pas/shared/models/new-row';
import { accessPointRow, callRow, deviceRow } from '@pas/testing/rows';
import type { LoadSize } from '@pas/tools/local-system/demo/load/load-tenant';
import { seedLoad } from '@pas/tools/local-system/demo/load/seed-load';
import { removeRows } from '@pas/tools/local-system/demo/remove-rows';
import type { Model } from 'mongoose';

/** Number of rows. */
export interface ReadSizes extends LoadSize {
  /** Calls of the last 30 days, decisions of the last 30 days, and sealed records. */
  calls: number;
  accessEvents: number;
  auditRecords: number;
}

/** The tenant of the rows, and the secret of its invites. */
export interface ReadTenant {
  mongoUrl: string;
  portalUrl: string;
  inviteTokenSecret: string;
  tenantId: string;
}

/** A building, and a person whose page is read. */
export interface ReadScene {
  propertyId: string;
  doorId: string;
  unitId: string;
  person: Pick<UserRow, '_id' | 'email' | 'firstName' | 'lastName'>;
}

type AnyModel = Model<never>;

const batchSize = 5000;
const monthMs = 30 * 24 * 3_600_000;

async function insertMany<Row>(
  model: Model<Row>,
  count: number,
  make: (index: number) => Row,
): Promise<void> {
  for (let first = 0; first < count; first += batchSize) {
    const length = Math.min(batchSize, count - first);
    const rows = Array.from({ length }, (_, index) => make(first + index));
    await model.insertMany(rows as never[], { lean: true, ordered: false });
  }
}

/** Picks a row by an index; every row is picked equally often. */
function pick<Row>(rows: readonly Row[], index: number): Row {
  const row = rows[index % rows.length];
  if (row === undefined) throw new Error('There is no row to pick.');
  return row;
}

const timeOf = (index: number, count: number): Date =>
  new Date(Date.now() - 60_000 - Math.floor((monthMs * index) / count));

const numberRow = (
  tenantId: string,
  door: { _id: string; propertyId: string },
  index: number,
): VirtualNumberRow => ({
  ...newRow({ tenantId, now: new Date() }, 'virtualNumber'),
  number: `+1212555${String(index).padStart(4, '0')}`,
  provider: 'TELEPHONY_A',
  capabilities: ['VOICE'],
  status: 'ASSIGNED',
  isInService: true,
  propertyId: door.propertyId,
  unitId: null,
  accessPointId: door._id,
  assignedAt: new Date(),
  lastTextAt: null,
  ringMode: 'ORDER',
  quarantineUntil: null,
  releasedFrom: null,
});

/** Adds records about people to the chain of a tenant. The services are stopped. */
async function addRecords(tenantId: string, people: readonly UserRow[], count: number): Promise<void> {
  const sealed = await AuditRecordModel.findOne({ tenantId }).sort({ seq: -1 }).lean<AuditRecordRow>();
  if (!sealed) throw new Error('The tenant has no sealed record.');
  const { seq, record } = sealed;
  await insertMany(AuditRecordModel, count, (index) => {
    const occurredAt = timeOf(count - index, count);
    const targets = [{ type: 'user', id: pick(people, index)._id }];
    const ids = { _id: newId('auditRecord'), eventId: newId('event'), seq: seq + 1 + index };
    return { ...sealed, ...ids, occurredAt, record: { ...record, action: 'user.updated', targets } };
  });
  await AuditHeadModel.updateOne({ _id: tenantId }, { $set: { seq: seq + count } });
}

/** Adds a main door, a garage, a number and traffic to each building. */
async function addTraffic(tenantId: string, sizes: ReadSizes, people: readonly UserRow[]) {
  const properties = await PropertyModel.find({ tenantId }).sort({ _id: 1 }).lean<{ _id: string }[]>();
  const doors = properties.flatMap(({ _id: propertyId }) => [
    accessPointRow({ tenantId, propertyId }),
    accessPointRow({ tenantId, propertyId }, { name: 'Garage', kind: 'GARAGE' }),
  ]);
  const main = doors.filter(({ kind }) => kind === 'DOOR');
  await insertMany(AccessPointModel, doors.length, (index) => pick(doors, index));
  await insertMany(VirtualNumberModel, main.length, (index) => numberRow(tenantId, pick(main, index), index));
  await insertMany(DeviceModel, people.length, (index) =>
    deviceRow(tenantId, { userId: pick(people, index)._id, tokenHash: newId('event') }),
  );
  await insertMany(CallModel, sizes.calls, (index) => {
    const [home] = pick(people, index).residences;
    if (!home) throw new Error('A resident has no home.');
    return callRow({ tenantId, ...home }, { startedAt: timeOf(index, sizes.calls) });
  });
  await insertMany(AccessEventModel, sizes.accessEvents, (index) => {
    const subject = { type: 'RESIDENT' as const, id: pick(people, index)._id };
    const asked = { door: pick(main, index), method: 'APP' as const, subject };
    const decision = { isGranted: index % 50 !== 0, reason: 'current_residence', rules: [] };
    const now = timeOf(index, sizes.accessEvents);
    return newAccessEvent({ tenantId, now }, { asked, decision, attemptId: null });
  });
  const counted = [AccessPointModel, VirtualNumberModel, DeviceModel, CallModel, AccessEventModel];
  for (const model of counted as unknown as AnyModel[]) await recount({ model, tenantId });
}

/** Returns the people of one building. */
const peopleOf = (tenantId: string, propertyId: string): Promise<UserRow[]> =>
  UserModel.find({ tenantId, 'residences.propertyId': propertyId }).sort({ _id: 1 }).lean<UserRow[]>();

/**
 * Fills a tenant with buildings, residents, traffic and audit records. The traffic and records are about the people of
 * one building. The tenant has a sealed record already, and no service runs.
 */
export async function fillReads(
  { mongoUrl, portalUrl, inviteTokenSecret, tenantId }: ReadTenant,
  sizes: ReadSizes,
): Promise<ReadScene> {
  await connectDatabases({ core: mongoUrl, control: mongoUrl });
  try {
    // Without rows of earlier programs: the load is added to an empty tenant only.
    await removeRows(tenantId);
    await seedLoad({ tenantId, inviteTokenSecret, portalUrl, size: sizes }, new Date());
    const property = await PropertyModel.findOne({ tenantId }).sort({ _id: -1 }).lean<{ _id: string }>();
    const propertyId = property?._id ?? '';
    const people = await peopleOf(tenantId, propertyId);
    await addTraffic(tenantId, sizes, people);
    await addRecords(tenantId, people, sizes.auditRecords);
    const door = await AccessPointModel.findOne({ tenantId, propertyId, kind: 'DOOR' }).lean<{
      _id: string;
    }>();
    const person = pick(people, 0);
    const unitId = person.residences[0]?.unitId ?? '';
    return { propertyId, unitId, doorId: door?._id ?? '', person };
  } finally {
    await disconnectDatabases();
  }
}
