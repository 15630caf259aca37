import { describe, expect, test } from 'vitest';
import type { Entity } from '../api.ts';
import { groupDoors } from './group-doors.ts';

type Door = Entity<'AccessPoint'>;

const door = (name: string, kind: Door['kind'], propertyId = 'prop_1') =>
  ({ name, kind, propertyId }) as Door;
const unitDoors = (count: number) =>
  Array.from({ length: count }, (_, n) => door(`Door of ${n + 1}`, 'UNIT'));
const lines = (doors: readonly Door[]) =>
  groupDoors(doors).map(({ door: { name }, count }) => (count === 1 ? name : `${count} with ${name}`));

describe('groupDoors', () => {
  test('lists entrances first, and the doors of units as one line at the end', () => {
    const doors = [
      ...unitDoors(57),
      door('Car park', 'GARAGE'),
      door('Side gate', 'GATE'),
      door('Main door', 'DOOR'),
    ];
    expect(lines(doors)).toEqual(['Main door', 'Side gate', 'Car park', '57 with Door of 1']);
  });

  test('collapses more than three shared doors of a building, but not those of several buildings', () => {
    const many = ['East', 'North', 'South', 'West'].map((name) => door(name, 'DOOR'));
    expect(lines(many)).toEqual(['4 with East']);
    expect(lines([door('East', 'DOOR'), door('East', 'DOOR', 'prop_2')])).toEqual(['East', 'East']);
  });

  test('shows the single door of a unit by its name', () => {
    expect(groupDoors(unitDoors(1))).toMatchObject([
      { door: { name: 'Door of 1' }, count: 1, isOfUnits: true },
    ]);
  });
});
