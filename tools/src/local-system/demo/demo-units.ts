import { toLabelKey } from '@pas/admin/src/resources/units/label-key.ts';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import { newLiveRow } from '@pas/shared/models/new-row';
import { searchWords } from '@pas/platform/lists/search-words';
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
  const labelKey = toLabelKey(door.label);
  return {
    ...newLiveRow(ctx, 'unit'),
    propertyId: property._id,
    label: door.label,
    labelKey,
    floor: String(door.floor),
    externalId: null,
    occupancy: 'VACANT',
    searchWords: searchWords(door.label, labelKey),
    childrenEpoch: 0,
  };
}

/** Lays out one building of the demo. */
export function newDemoProperty(
  ctx: OperationContext,
  tenant: DemoTenant,
  building: DemoBuilding,
): DemoProperty {
  const made = { ...ctx, now: daysBefore(ctx.now, 400) };
  const { name, line1, city, region, postalCode } = building;
  const property: PropertyRow = {
    ...newLiveRow(made, 'property'),
    name,
    address: { line1, line2: null, city, region, postalCode, country: 'US' },
    timeZone: tenant.timeZone,
    externalId: null,
    openDigit: '9',
    status: 'ACTIVE',
    searchWords: searchWords(name, line1, city),
  };
  const units = countTo(building.floors).flatMap((floor) =>
    countTo(building.unitsPerFloor).map((place) =>
      newDemoUnit(made, property, { label: building.label(floor, place), floor }),
    ),
  );
  return { property, units };
}
