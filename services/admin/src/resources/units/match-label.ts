import type { UnitRow } from '@pas/shared/models/unit';

/** A label and its comparable form. */
type Label = Pick<UnitRow, 'label' | 'labelKey'>;

/**
 * Returns the filter of units that labels may mean. It matches each key, alone or with a number, such as `1-12~2`.
 * A migration gives such a number to units with colliding labels. Keys need no escape in a regular expression.
 */
export const keysOfLabels = (labelKeys: readonly string[]): { $in: (string | RegExp)[] } => ({
  $in: labelKeys.flatMap((key) => [key, new RegExp(`^${key}~`)]),
});

/** Returns the unit with exactly this label, else the one with its key. */
export function chooseByLabel<T extends Label>(units: readonly T[], { label, labelKey }: Label): T | null {
  return (
    units.find((unit) => unit.label === label) ?? units.find((unit) => unit.labelKey === labelKey) ?? null
  );
}
