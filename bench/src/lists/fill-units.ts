import { newId } from '@pas/shared/ids/id';
import { recount } from '@pas/platform/lists/row-totals';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { core } from '@pas/platform/mongo/connections';
import { applyIndexes } from '@pas/platform/mongo/indexes';
import { newUnit } from '@pas/shared/models/new-unit';

/** Number of units of each tenant, by its title in tables. */
export type Sizes = Readonly<Record<'10k' | '100k' | '1M', number>>;

/** The tenants, by the same titles. */
export type Tenants = Readonly<Record<keyof Sizes, string>>;

const batchSize = 5000;
const unitsPerProperty = 500;
const yearMs = 365 * 24 * 3_600_000;

interface Place {
  tenantId: string;
  propertyId: string;
  index: number;
  madeAt: Date;
}

function unitRow({ tenantId, propertyId, index, madeAt }: Place): UnitRow {
  const place = index % unitsPerProperty;
  const label = String(100 * (1 + Math.floor(place / 20)) + 1 + (place % 20));
  const occupancy = index % 5 === 0 ? 'OCCUPIED' : 'VACANT';
  const given = { propertyId, label, floor: label.slice(0, -2), occupancy } as const;
  return newUnit({ tenantId, now: madeAt }, given);
}

async function fillTenant(tenantId: string, count: number): Promise<void> {
  const start = Date.now() - yearMs;
  let propertyId = '';
  for (let done = 0; done < count; done += batchSize) {
    const rows: UnitRow[] = [];
    for (let index = done; index < Math.min(count, done + batchSize); index += 1) {
      if (index % unitsPerProperty === 0) propertyId = newId('property');
      const madeAt = new Date(start + Math.floor((index / count) * (yearMs - 3_600_000)));
      rows.push(unitRow({ tenantId, propertyId, index, madeAt }));
    }
    await UnitModel.insertMany(rows, { lean: true, ordered: false });
  }
}

/** Fills a tenant of each size with units, all in one collection as in operation. */
export async function fillUnits(sizes: Sizes): Promise<Tenants> {
  // Built at the end, they are done in a third of the time.
  await UnitModel.collection.dropIndexes();
  const tenants: Tenants = { '10k': newId('tenant'), '100k': newId('tenant'), '1M': newId('tenant') };
  for (const [size, count] of Object.entries(sizes)) await fillTenant(tenants[size as keyof Sizes], count);
  await applyIndexes(core);
  for (const tenantId of Object.values(tenants)) await recount({ model: UnitModel as never, tenantId });
  return tenants;
}
