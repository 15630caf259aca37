import { toLabelKey } from '../models/label-key.ts';
import type { UnitRow } from '../models/unit.ts';

/** Fields of a unit that the plan reads. */
export type LabeledUnit = Pick<
  UnitRow,
  '_id' | 'tenantId' | 'propertyId' | 'label' | 'labelKey' | 'createdAt'
>;

/** A unit and the key that it gets. */
export interface KeyMove {
  unit: LabeledUnit;
  labelKey: string;
}

/** The younger of units whose labels have become equal, and the older one, which keeps the key. */
export interface Collision extends KeyMove {
  keptBy: LabeledUnit;
}

/** The new keys of a property's live units. */
export interface KeyPlan {
  /** Written first, because they free keys. */
  collisions: Collision[];
  /** Executed in order: an earlier step frees the keys of a later one. */
  steps: KeyMove[][];
}

const numbered = /~([2-9]|[1-9]\d+)$/;

/** Returns the key of a unit's label. A label that has become empty keeps its key. */
const keyOf = ({ label, labelKey }: LabeledUnit): string => toLabelKey(label) || labelKey;

/** Whether the unit has the number that an earlier run gave it. */
const isNumbered = (unit: LabeledUnit): boolean =>
  numbered.test(unit.labelKey) && unit.labelKey.replace(numbered, '') === keyOf(unit);

/** Whether the unit has the key of its label, or the number of an earlier run. A plan leaves such a unit unchanged. */
export const hasRightKey = (unit: LabeledUnit): boolean => unit.labelKey === keyOf(unit) || isNumbered(unit);

const byAge = (a: LabeledUnit, b: LabeledUnit): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a._id < b._id ? -1 : 1);

/** Returns the first of `key~2`, `key~3`, … that no unit has. */
function freeNumber(key: string, taken: Set<string>): string {
  let number = 2;
  while (taken.has(`${key}~${number}`)) number += 1;
  taken.add(`${key}~${number}`);
  return `${key}~${number}`;
}

/** Orders moves so that each key is free when it is assigned. In a cycle, one unit gets a temporary key. */
function inSteps(moves: readonly KeyMove[], held: Set<string>): KeyMove[][] {
  const steps: KeyMove[][] = [];
  let waiting = [...moves];
  while (waiting.length > 0) {
    const free = waiting.filter(({ labelKey }) => !held.has(labelKey));
    const [first] = waiting;
    const parking = first && free.length === 0 ? freeParking(first.labelKey, held) : '';
    const step = first && parking ? [{ ...first, labelKey: parking }] : free;
    steps.push(step);
    for (const { unit } of step) held.delete(unit.labelKey);
    for (const { labelKey } of step) held.add(labelKey);
    if (free.length > 0) waiting = waiting.filter((move) => !free.includes(move));
    else waiting = waiting.map((move) => (move === first ? parked(move, parking) : move));
  }
  return steps;
}

/** Returns the same move for a unit with a temporary key. */
const parked = ({ unit, labelKey }: KeyMove, parking: string): KeyMove => ({
  unit: { ...unit, labelKey: parking },
  labelKey,
});

/** Returns the first of `key~0`, `key~00`, … that no unit has. A killed run may have left a unit on one of them. */
function freeParking(key: string, held: ReadonlySet<string>): string {
  let parking = `${key}~0`;
  while (held.has(parking)) parking += '0';
  return parking;
}

/**
 * Plans the keys of all live units of one property. If labels have become equal, the oldest unit keeps the key, and
 * younger ones get `key~2`, `key~3`. Units with the right key stay unchanged, so that a second plan is empty.
 */
export function planLabelKeys(units: readonly LabeledUnit[]): KeyPlan {
  const taken = new Set(units.map(({ labelKey }) => labelKey));
  const held = new Set(taken);
  const collisions: Collision[] = [];
  const moves: KeyMove[] = [];
  const unnumbered = units.filter((unit) => !isNumbered(unit));
  for (const [key, group] of Map.groupBy(unnumbered, keyOf)) {
    const [oldest, ...younger] = group.toSorted(byAge);
    if (!oldest) continue;
    for (const unit of younger) collisions.push({ unit, labelKey: freeNumber(key, taken), keptBy: oldest });
    if (oldest.labelKey !== key) moves.push({ unit: oldest, labelKey: key });
  }
  for (const { unit } of collisions) held.delete(unit.labelKey);
  return { collisions, steps: inSteps(moves, held) };
}
