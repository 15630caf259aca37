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

/** Reads the units and properties of a user's residences, past ones too, and the company. */
export async function loadPlaces({ tenantId, residences }: UserRow): Promise<Places> {
  const unitIds = residences.map(({ unitId }) => unitId);
  const propertyIds = residences.map(({ propertyId }) => propertyId);
  const [units, properties, brand] = await Promise.all([
    UnitModel.find({ tenantId, _id: { $in: unitIds } }).lean<UnitRow[]>(),
    PropertyModel.find({ tenantId, _id: { $in: propertyIds } }).lean<PropertyRow[]>(),
    loadBrand(tenantId),
  ]);
  return { units: byId(units), properties: byId(properties), brand };
}
