import type { Entity } from '../api.ts';

/** A unit of a building. */
export type Unit = Entity<'Unit'>;

/** A floor with its units, in the order of their labels. */
export interface Floor {
  name: string;
  units: Unit[];
}

/** Returns the floor of a unit: the stored one, else the one in the label (`4B`, `Apt 412`, `-1`), else `?`. */
export function floorOf({ floor, labelKey }: Pick<Unit, 'floor' | 'labelKey'>): string {
  if (floor !== null && floor !== '') return floor;
  const [, sign = '', digits = ''] = /(^-)?(\d+)/.exec(labelKey) ?? [];
  if (digits === '') return '?';
  return sign + (digits.length > 2 ? digits.slice(0, -2) : digits);
}

const byName = new Intl.Collator('en', { numeric: true });

/** Ranks a floor from below: basements, ground, numbers. Other names rank lowest. */
function heightOf(name: string): number {
  if (/^(g|gf|eg|ground|lobby)$/i.test(name)) return 0;
  const basement = /^(?:b|ug|-)(\d*)$/i.exec(name);
  if (basement) return -Number(basement[1] || 1);
  const number = Number.parseInt(name, 10);
  return Number.isNaN(number) ? -100 : number;
}

/** Stacks the units of a building by floors, the highest first. */
export function stackFloors(units: readonly Unit[]): Floor[] {
  const groups = Map.groupBy(units, floorOf);
  const floors = [...groups].map(([name, ofFloor]) => ({
    name,
    units: ofFloor.toSorted((a, b) => byName.compare(a.label, b.label)),
  }));
  return floors.toSorted((a, b) => heightOf(b.name) - heightOf(a.name) || byName.compare(b.name, a.name));
}

/** Returns a unit's text in the picture: its label without a word such as Apt. */
export function shortLabel({ label, labelKey }: Pick<Unit, 'label' | 'labelKey'>): string {
  return label.toUpperCase().endsWith(labelKey) ? label.slice(-labelKey.length) : label;
}
