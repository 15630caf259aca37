import { PropertyModel, type PropertyRow } from '../models/property.ts';
import { UnitModel, type UnitRow } from '../models/unit.ts';
import type { UserRow } from '../models/user.ts';
import type { Brand } from '../pages/brand.ts';
import { loadBrand } from '../tenants/load-brand.ts';

/** Units and properties of a user's residences, by id, and the company. */
export interface Places {
  units: ReadonlyMap<string, UnitRow>;
  properties: ReadonlyMap<string, PropertyRow>;
  brand: Brand;
}

const byId = <Row extends { _id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row._id, row]));

/** A unit and its property that the caller has read. */
export interface KnownPlace {
  unit: UnitRow;
  property: PropertyRow | null;
}

/** Reads rows by their ids. Known rows cost no read. */
async function readMissing<Row extends { _id: string }>(
  ids: readonly string[],
  known: readonly Row[],
  read: (missing: string[]) => Promise<Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  const missing = ids.filter((id) => !known.some(({ _id }) => _id === id));
  return byId(missing.length === 0 ? known : [...known, ...(await read(missing))]);
}

/** Reads the units and properties of a user's residences, past ones too, and the company. */
export async function loadPlaces(
  { tenantId, residences }: UserRow,
  known: KnownPlace | null = null,
): Promise<Places> {
  const unitIds = residences.map(({ unitId }) => unitId);
  const propertyIds = residences.map(({ propertyId }) => propertyId);
  const [units, properties, brand] = await Promise.all([
    readMissing(unitIds, known ? [known.unit] : [], (ids) =>
      UnitModel.find({ tenantId, _id: { $in: ids } }).lean<UnitRow[]>(),
    ),
    readMissing(propertyIds, known?.property ? [known.property] : [], (ids) =>
      PropertyModel.find({ tenantId, _id: { $in: ids } }).lean<PropertyRow[]>(),
    ),
    loadBrand(tenantId),
  ]);
  return { units, properties, brand };
}
