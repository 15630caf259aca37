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
import { layOutLoad, type LoadRows } from './lay-out-load.ts';
import { loadTenant, type LoadSize } from './load-tenant.ts';

/** What the load is made with. */
export interface LoadSettings {
  tenantId: string;
  inviteTokenSecret: string;
  portalUrl: string;
  size: LoadSize;
}

// Any row will do: rows are inserted as they were laid out.
type AnyModel = Model<never>;

const owned = { units: UnitModel, users: UserModel, invites: InviteModel, properties: PropertyModel };
const models = { ...owned, accounts: AccountModel } as unknown as Record<keyof LoadRows, AnyModel>;

/** Properties whose rows are inserted together: some thousand rows, so that a batch costs more than its round trip. */
const batchSize = 4;

/** Batches under way: while the store writes one, the next is laid out. */
const inFlight = 2;

function merge(all: readonly LoadRows[]): LoadRows {
  const names = Object.keys(models) as (keyof LoadRows)[];
  return Object.fromEntries(
    names.map((name) => [name, all.flatMap((rows): unknown[] => rows[name])]),
  ) as unknown as LoadRows;
}

/** As they are: they were made by the code that makes rows, and a million of them take long enough without checks. */
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
 * Does some work while the large collections have no indexes but that of their ids, and has them built afterwards: a
 * million rows take a third of the time that way. Should it be broken off, the next start builds them.
 */
async function withoutIndexes(work: () => Promise<void>): Promise<void> {
  for (const model of Object.values(models)) await model.collection.dropIndexes();
  await work();
  await applyIndexes(core);
}

/** Whether the load is complete; a start that was broken off has left less. */
async function isThere({ tenantId, size }: LoadSettings): Promise<boolean> {
  return (await PropertyModel.countDocuments({ tenantId })) >= size.properties;
}

/**
 * Gives the customer of the `load` profile all its rows, unless it has them.
 *
 * @returns false where they were there already
 */
export async function seedLoad(settings: LoadSettings, now: Date): Promise<boolean> {
  const { tenantId, inviteTokenSecret, portalUrl, size } = settings;
  if (await isThere(settings)) return false;
  await removeRows(tenantId);
  const links = createInviteLinks([inviteTokenSecret], portalUrl);
  const all = layOutLoad(demoContext(tenantId, loadTenant.owner, { environment: 'DEV', now }), links, size);
  await withoutIndexes(async () => insertAll(all));
  for (const model of Object.values(owned) as unknown as AnyModel[]) await recount({ model, tenantId });
  return true;
}
