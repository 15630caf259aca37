import type { Entity } from '../api.ts';

type RetentionDays = Entity<'Tenant'>['settings']['retentionDays'];

/** A kind of rows, and the new number of days after which they are deleted. */
export interface RetentionCut {
  kind: keyof RetentionDays;
  days: number;
}

/** Returns the kinds of rows that a change would delete earlier than before. */
export function findShortened(
  before: RetentionDays,
  changed: Readonly<Partial<RetentionDays>> | undefined,
): RetentionCut[] {
  const kinds = ['calls', 'accessEvents', 'attempts'] as const;
  return kinds.flatMap((kind) => {
    const days = changed?.[kind];
    if (typeof days !== 'number') return [];
    return days < (before[kind] ?? Infinity) ? [{ kind, days }] : [];
  });
}
