import type mongoose from 'mongoose';
import type { ReadScene } from './fill-reads.ts';

type Database = mongoose.mongo.Db;
type Filter = Readonly<Record<string, unknown>>;

/** Order and length of a list. */
interface PlainList {
  sort?: Readonly<Record<string, 1 | -1>>;
  limit?: number;
}

const dayMs = 24 * 3_600_000;
const hourOf = (moment: string) => ({ $dateTrunc: { date: `$${moment}`, unit: 'hour' } });
const since = (days: number) => ({ $gte: new Date(Date.now() - days * dayMs) });

/** Returns the queries of the driver. */
function queriesOf(core: Database) {
  const find = async (name: string, filter: Filter, { sort = {}, limit = 0 }: PlainList = {}) =>
    core.collection(name).find(filter, { sort, limit }).toArray();
  const count = async (name: string, filter: Filter) => core.collection(name).countDocuments(filter);
  return {
    find,
    count,
    /** A page and the number of all rows. */
    list: async (name: string, filter: Filter, of: PlainList) =>
      Promise.all([find(name, filter, of), count(name, filter)]),
    /** The number of rows by the hour. */
    series: async (name: string, filter: Filter, moment: string) =>
      core
        .collection(name)
        .aggregate([{ $match: filter }, { $group: { _id: hourOf(moment), rows: { $sum: 1 } } }])
        .toArray(),
  };
}

type Queries = ReturnType<typeof queriesOf>;

async function readToday({ find, count, list, series }: Queries, tenantId: string): Promise<void> {
  const live = { tenantId, isLive: true };
  const late = { tenantId, status: 'PENDING', expiresAt: { $lte: new Date() } };
  const decisions = { tenantId, occurredAt: since(1) };
  const byName = { sort: { nameOrder: 1 }, limit: 200 } as const;
  await Promise.all([
    count('units', live),
    count('units', { ...live, occupancy: 'OCCUPIED' }),
    ...['ACTIVE', 'INVITED'].map((status) => count('users', { ...live, kind: 'RESIDENT', status })),
    ...['PENDING', 'ACCEPTED'].map((status) => count('invites', { tenantId, status })),
    count('calls', { tenantId, startedAt: since(1) }),
    ...['GRANTED', 'DENIED'].map((decision) => count('access_events', { ...decisions, decision })),
    count('devices', { ...live, status: 'ACTIVE' }),
    series('calls', { tenantId, startedAt: since(8) }, 'startedAt'),
    series('access_events', { tenantId, occurredAt: since(8) }, 'occurredAt'),
    series('invites', { tenantId, createdAt: since(30) }, 'createdAt'),
    list('access_points', live, byName),
    list('properties', live, byName),
    list('reports', { tenantId, status: 'OPEN' }, { limit: 5 }),
    list('invites', late, { limit: 5 }),
    list('webhook_endpoints', { tenantId }, { limit: 200 }),
    find('public_events', { tenantId }, { sort: { seq: -1 }, limit: 20 }),
  ]);
}

async function readPerson({ find, list }: Queries, tenantId: string, userId: string): Promise<void> {
  const newest = { sort: { createdAt: -1 }, limit: 10 } as const;
  const decisions = { tenantId, 'subject.id': userId };
  const records = { tenantId, 'record.targets.id': userId };
  await Promise.all([
    find('users', { _id: userId }),
    list('access_events', decisions, { sort: { occurredAt: -1 }, limit: 10 }),
    list('access_passes', { tenantId, isLive: true, 'createdBy.id': userId }, newest),
    list('audit_records', records, { sort: { seq: -1 }, limit: 10 }),
    list('calls', { tenantId, 'legs.userId': userId }, newest),
    list('invites', { tenantId, acceptedUserId: userId }, newest),
    list('devices', { tenantId, userId }, newest),
  ]);
}

/** Makes the plainest queries of the driver that answer each page. They use no stored counts. */
export function plainReads(core: Database, tenantId: string, scene: ReadScene) {
  const { propertyId, unitId, doorId, person } = scene;
  const queries = queriesOf(core);
  const { find, count, list } = queries;
  const live = { tenantId, isLive: true };
  const held = [{ endsAt: null }, { endsAt: { $gt: new Date() } }];
  return {
    today: async () => readToday(queries, tenantId),
    building: async () =>
      Promise.all([
        find('units', { ...live, propertyId }, { sort: { createdAt: 1 } }),
        find('access_points', { ...live, propertyId }),
        find('users', { ...live, 'residences.propertyId': propertyId }),
        find('invites', { tenantId, propertyId, status: 'PENDING' }),
      ]),
    portal: async () =>
      Promise.all([
        find('users', { _id: person._id }),
        find('access_points', { ...live, propertyId, unitId: { $in: [null, unitId] } }),
      ]),
    openers: async () =>
      Promise.all([
        count('users', { ...live, residences: { $elemMatch: { propertyId, $or: held } } }),
        count('access_passes', { ...live, accessPointIds: doorId }),
      ]),
    person: async () => readPerson(queries, tenantId, person._id),
    search: async () => {
      const words = [person.firstName, person.lastName, person.email].map((word) => ({
        searchWords: { $gte: word?.toLowerCase() ?? '', $lt: `${word?.toLowerCase()}\u{ffff}` },
      }));
      return list('users', { ...live, $and: words }, { limit: 4 });
    },
    audit: async () =>
      list('audit_records', { tenantId, 'record.targets.id': person._id }, { sort: { seq: -1 }, limit: 50 }),
    csv: async () => find('access_events', { tenantId }, { sort: { createdAt: -1 } }),
  };
}
