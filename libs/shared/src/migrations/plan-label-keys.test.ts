import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planLabelKeys, type LabeledUnit } from './plan-label-keys.ts';

const unit = (number: number, label: string, labelKey: string): LabeledUnit => ({
  _id: `unit_${number}`,
  tenantId: 'ten_1',
  propertyId: 'prop_1',
  label,
  labelKey,
  createdAt: new Date(1000 * number),
});

/** Applies a plan as the store would, and refuses duplicate keys. */
function write(units: readonly LabeledUnit[]): LabeledUnit[] {
  const keys = new Map(units.map(({ _id, labelKey }) => [_id, labelKey]));
  const { collisions, steps } = planLabelKeys(units);
  for (const { unit: moved, labelKey } of [...collisions, ...steps.flat()]) {
    expect([...keys.values()]).not.toContain(labelKey);
    keys.set(moved._id, labelKey);
  }
  return units.map((row) => ({ ...row, labelKey: keys.get(row._id) ?? '' }));
}

const keysOf = (units: readonly LabeledUnit[]) => write(units).map(({ labelKey }) => labelKey);

describe('the keys of a property', () => {
  test('follow the labels', () => {
    expect(keysOf([unit(1, '1.12', '112'), unit(2, 'Apt 4B', '4B')])).toEqual(['1-12', '4B']);
  });

  test('stay with the older unit if labels have become equal', () => {
    const older = [unit(1, '1.12', '112'), unit(2, '1-12', '1-12'), unit(3, '1+12', '1+12')];
    expect(keysOf(older)).toEqual(['1-12', '1-12~2', '1-12~3']);
    expect(keysOf(older.toReversed())).toEqual(['1-12~3', '1-12~2', '1-12']);
  });

  test('can be swapped', () => {
    expect(keysOf([unit(1, 'A', 'B'), unit(2, 'B', 'C'), unit(3, 'C', 'A')])).toEqual(['A', 'B', 'C']);
  });

  test('can be swapped although a killed run has left a unit on a temporary key', () => {
    const left = unit(3, 'Unit', '1-12~0');
    const keys = ['11-2', '1-12', '1-12~0'];
    expect(keysOf([unit(1, '1.12', '11-2'), unit(2, '11.2', '1-12'), left])).toEqual([
      '1-12',
      '11-2',
      '1-12~0',
    ]);
    expect(keysOf([unit(1, '11.2', '11-2'), unit(2, '1.12', '1-12'), left])).toEqual(keys);
  });

  test('stay unchanged for a label that has become empty', () => {
    expect(keysOf([unit(1, 'Unit', 'UNIT')])).toEqual(['UNIT']);
  });

  test('need no further plan afterwards', () => {
    const label = fc.constantFrom('1.12', '1-12', '11.2', '112', '4B', 'apt 4b', 'Unit', '~2', 'A', 'B');
    const key = fc.constantFrom('112', '1-12', '1-12~2', '1-12~0', '4B', '4B~3', 'A', 'B', 'UNIT', '11-2');
    const property = fc.uniqueArray(fc.tuple(label, key), { selector: ([, own]) => own, maxLength: 10 });
    fc.assert(
      fc.property(property, (rows) => {
        const written = write(rows.map(([text, own], index) => unit(index, text, own)));
        expect(planLabelKeys(written)).toEqual({ collisions: [], steps: [] });
      }),
      { numRuns: 2000 },
    );
  });
});
