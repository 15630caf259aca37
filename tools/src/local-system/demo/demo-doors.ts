import type { OperationContext } from '@pas/shared/context/operation-context';
import { searchWords } from '@pas/platform/lists/search-words';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import { newLiveRow } from '@pas/shared/models/new-row';
import { daysBefore } from './demo-context.ts';
import type { Dice } from './dice.ts';

type Door = Pick<AccessPointRow, 'name' | 'kind' | 'openSeconds'> & { unit?: UnitRow };

/** The doors that every building has. */
const common: readonly Door[] = [
  { name: 'Main door', kind: 'DOOR', openSeconds: 5 },
  { name: 'Garage', kind: 'GARAGE', openSeconds: 20 },
  { name: 'Elevator', kind: 'ELEVATOR', openSeconds: 8 },
];

const slugOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const ownDoor = (unit: UnitRow): Door => ({
  name: `Door of ${unit.label}`,
  kind: 'UNIT',
  openSeconds: 5,
  unit,
});

/** The doors of a building: those that all share, and one for each unit; a few controllers are away. */
export function demoDoors(
  ctx: OperationContext,
  { property, units }: { property: PropertyRow; units: readonly UnitRow[] },
  dice: Dice,
): AccessPointRow[] {
  const made = { ...ctx, now: daysBefore(ctx.now, 390) };
  return [...common, ...units.map(ownDoor)].map(({ name, kind, openSeconds, unit }): AccessPointRow => {
    const online = kind === 'DOOR' || dice.chance(0.97);
    const lastSeenAt = online ? ctx.now : daysBefore(ctx.now, dice.between(1, 9));
    return {
      ...newLiveRow(made, 'accessPoint'),
      propertyId: property._id,
      unitId: unit?._id ?? null,
      name,
      kind,
      controller: { adapter: 'nats', ref: slugOf(`${property.name} ${unit?.labelKey ?? name}`) },
      openSeconds,
      online,
      lastSeenAt,
      searchWords: searchWords(name),
      childrenEpoch: 0,
    };
  });
}
