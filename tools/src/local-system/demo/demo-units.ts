import type { OperationContext } from '@pas/shared/context/operation-context';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import { newProperty } from '@pas/shared/models/new-property';
import { newUnit } from '@pas/shared/models/new-unit';
import type { DemoBuilding, DemoTenant } from './buildings.ts';
import { daysBefore } from './demo-context.ts';

/** A building's row with the rows of all its doors, nobody living there yet. */
export interface DemoProperty {
  property: PropertyRow;
  units: UnitRow[];
}

const countTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

function newDemoUnit(
  ctx: OperationContext,
  property: PropertyRow,
  door: { label: string; floor: number },
): UnitRow {
  const { label, floor } = door;
  return newUnit(ctx, { propertyId: property._id, label, floor: String(floor) });
}

/** Lays out one building of the demo. */
export function newDemoProperty(
  ctx: OperationContext,
  tenant: DemoTenant,
  building: DemoBuilding,
): DemoProperty {
  const made = { ...ctx, now: daysBefore(ctx.now, 400) };
  const { name, line1, city, region, postalCode } = building;
  const address = { line1, line2: null, city, region, postalCode, country: 'US' };
  const property = newProperty(made, { name, address, timeZone: tenant.timeZone });
  const units = countTo(building.floors).flatMap((floor) =>
    countTo(building.unitsPerFloor).map((place) =>
      newDemoUnit(made, property, { label: building.label(floor, place), floor }),
    ),
  );
  return { property, units };
}
