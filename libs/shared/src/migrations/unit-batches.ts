import { core } from '@pas/platform/mongo/connections';
import type { UnitRow } from '../models/unit.ts';
import { hasRightKey, type LabeledUnit } from './plan-label-keys.ts';

/** Units of a batch. A property with more units is one batch, and is read in parts of this size. */
const batchSize = 2000;

/** Properties of a batch. */
const maxProperties = 500;

const projection = { tenantId: 1, propertyId: 1, label: 1, labelKey: 1, createdAt: 1 };

/** A property, as an index finds its units. */
export interface PropertyKey {
  tenantId: string;
  propertyId: string;
}

/** A batch of whole properties, in the order of their ids. */
export interface UnitBatch {
  /** The units of the properties in which a key is not that of its label. */
  rows: LabeledUnit[];
  /** The number of live units of all its properties. */
  examined: number;
  /** The last property. */
  position: string;
}

/** Properties with ids above one and up to another. */
export interface PropertyRange {
  after: string;
  through?: string;
}

function database() {
  if (!core.db) throw new Error('Migrations need an open database.');
  return core.db;
}

/**
 * Returns the driver's collection, without the tenant guard. No request reaches a migration, and it covers all
 * tenants.
 */
export const units = () => database().collection<UnitRow>('units');

/** Reads the keys of a range of properties, in the order of their ids. */
export async function readPropertyKeys({ after, through }: PropertyRange, limit = 0): Promise<PropertyKey[]> {
  const rows = await database()
    .collection<{ _id: string; tenantId: string }>('properties')
    .find({ _id: { $gt: after, ...(through !== undefined && { $lte: through }) } })
    .project<{ _id: string; tenantId: string }>({ tenantId: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return rows.map(({ _id, tenantId }) => ({ tenantId, propertyId: _id }));
}

const unitsOf = ({ tenantId, propertyId }: PropertyKey) =>
  units().find({ tenantId, isLive: true, propertyId }, { projection, batchSize });

/** Reads the live units of properties. */
export async function readUnits(properties: readonly PropertyKey[]): Promise<LabeledUnit[]> {
  const rows: LabeledUnit[] = [];
  for (const property of properties) rows.push(...(await unitsOf(property).toArray()));
  return rows;
}

/**
 * Reads the units of a property. If each unit has the key of its label, no plan is needed, because keys are unique within
 * a property. So the units are read in parts and not kept.
 */
async function readProperty(property: PropertyKey): Promise<Pick<UnitBatch, 'rows' | 'examined'>> {
  let examined = 0;
  for await (const unit of unitsOf(property)) {
    examined += 1;
    if (hasRightKey(unit)) continue;
    const rows = await readUnits([property]);
    return { rows, examined: rows.length };
  }
  return { rows: [], examined };
}

/** Reads the units of the next properties; null where there are no properties. */
export async function readBatch(position: string | null): Promise<UnitBatch | null> {
  const rows: LabeledUnit[] = [];
  let examined = 0;
  let last: string | null = null;
  for (const property of await readPropertyKeys({ after: position ?? '' }, maxProperties)) {
    const read = await readProperty(property);
    rows.push(...read.rows);
    examined += read.examined;
    last = property.propertyId;
    if (examined >= batchSize) break;
  }
  return last === null ? null : { rows, examined, position: last };
}
