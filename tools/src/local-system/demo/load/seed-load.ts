import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { recount } from '@pas/platform/lists/row-totals';
import { AccountModel } from '@pas/shared/models/account';
import { InviteModel } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { core } from '@pas/platform/mongo/connections';
import { applyIndexes } from '@pas/platform/mongo/indexes';
import type { Model } from 'mongoose';
import { demoContext } from '../demo-context.ts';
import { removeRows } from '../remove-rows.ts';
import { buildLoad, type LoadRows } from './build-load.ts';
import { loadTenant, type LoadSize } from './load-tenant.ts';

/** Settings of the load. */
export interface LoadSettings {
  tenantId: string;
  inviteTokenSecret: string;
  portalUrl: string;
  size: LoadSize;
}

// Model of any row, since rows are inserted unchecked.
type AnyModel = Model<never>;

const owned = { units: UnitModel, users: UserModel, invites: InviteModel, properties: PropertyModel };
const models = { ...owned, accounts: AccountModel } as unknown as Record<keyof LoadRows, AnyModel>;

/** The number of properties in a batch. Their some thousand rows cost more than the round trip. */
const batchSize = 4;

/** Concurrent batches: the next is built while the database writes one. */
const inFlight = 2;

function merge(all: readonly LoadRows[]): LoadRows {
  const names = Object.keys(models) as (keyof LoadRows)[];
  return Object.fromEntries(
    names.map((name) => [name, all.flatMap((rows): unknown[] => rows[name])]),
  ) as unknown as LoadRows;
}

/** Inserts rows without validation: the usual factories built them, and checks of a million rows take long. */
async function insert(rows: LoadRows): Promise<void> {
  for (const [name, model] of Object.entries(models)) {
    const some = rows[name as keyof LoadRows] as never[];
    if (some.length > 0) await model.insertMany(some, { lean: true, ordered: false });
  }
}

async function insertAll(all: Iterable<LoadRows>): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let batch: LoadRows[] = [];
  const send = async (): Promise<void> => {
    const work = insert(merge(batch));
    batch = [];
    const done = work.finally(() => underWay.delete(done));
    underWay.add(done);
    if (underWay.size >= inFlight) await Promise.race(underWay);
  };
  for (const rows of all) {
    batch.push(rows);
    if (batch.length === batchSize) await send();
  }
  if (batch.length > 0) await send();
  await Promise.all(underWay);
}

/**
 * Runs work while the large collections have only the index on ids, and builds the other indexes afterwards. A million
 * rows then take a third of the time. After an abort, the next start builds the indexes.
 */
async function withoutIndexes(work: () => Promise<void>): Promise<void> {
  for (const model of Object.values(models)) await model.collection.dropIndexes();
  await work();
  await applyIndexes(core);
}

/** Returns whether the load is complete. An aborted start leaves fewer rows. */
async function isComplete({ tenantId, size }: LoadSettings): Promise<boolean> {
  return (await PropertyModel.countDocuments({ tenantId })) >= size.properties;
}

/**
 * Adds all rows of the `load` profile's customer, unless they exist.
 *
 * @returns false when the rows exist already
 */
export async function seedLoad(settings: LoadSettings, now: Date): Promise<boolean> {
  const { tenantId, inviteTokenSecret, portalUrl, size } = settings;
  if (await isComplete(settings)) return false;
  await removeRows(tenantId);
  const links = createInviteLinks([inviteTokenSecret], portalUrl);
  const all = buildLoad(demoContext(tenantId, loadTenant.owner, { environment: 'DEV', now }), links, size);
  await withoutIndexes(async () => insertAll(all));
  for (const model of Object.values(owned) as unknown as AnyModel[]) await recount({ model, tenantId });
  return true;
}
