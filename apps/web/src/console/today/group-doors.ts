import type { Entity } from '../api.ts';

type Door = Entity<'AccessPoint'>;

/** One line of the list: a door, or several doors of one building. */
export interface DoorGroup {
  /** The first door by name. */
  door: Door;
  count: number;
  /** Whether these are doors of units. */
  isOfUnits: boolean;
}

/** Most shared doors of a building that are listed one by one. */
const mostSingle = 3;

/** Harm of an offline door: a house entrance locks everybody out, a unit door one household. */
const harms: Readonly<Record<Door['kind'], number>> = { DOOR: 0, GATE: 0, ELEVATOR: 1, GARAGE: 1, UNIT: 2 };

const harmOf = ({ door: { kind } }: DoorGroup): number => harms[kind];

const byHarm = (a: Door, b: Door): number =>
  harms[a.kind] - harms[b.kind] || a.name.localeCompare(b.name, 'en', { numeric: true });

/** Groups the doors of one building and kind of use. A few shared doors stay single. */
function linesOf(doors: readonly Door[]): DoorGroup[] {
  const [first] = doors;
  if (!first) return [];
  const isOfUnits = first.kind === 'UNIT';
  if (!isOfUnits && doors.length <= mostSingle) {
    return doors.map((door) => ({ door, count: 1, isOfUnits }));
  }
  return [{ door: first, count: doors.length, isOfUnits }];
}

/**
 * Groups doors for a short list, the most harmful first: entrances, then elevators and garages, then doors of
 * units. Many doors of one building become one line.
 */
export function groupDoors(doors: readonly Door[]): DoorGroup[] {
  const sorted = doors.toSorted(byHarm);
  const groups = Map.groupBy(sorted, ({ propertyId, kind }) => `${propertyId} ${kind === 'UNIT'}`);
  return [...groups.values()]
    .flatMap(linesOf)
    .toSorted((a, b) => harmOf(a) - harmOf(b) || b.count - a.count || byHarm(a.door, b.door));
}
