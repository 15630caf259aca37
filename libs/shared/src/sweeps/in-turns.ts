import type { DueRow } from './sweep.ts';

/** Orders rows so that tenants take turns. The rows of one tenant keep their order. */
export function inTurns(rows: readonly DueRow[]): DueRow[] {
  const ranks = new Map<string, number>();
  const ranked = rows.map((row) => {
    const rank = ranks.get(row.tenantId) ?? 0;
    ranks.set(row.tenantId, rank + 1);
    return { row, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ row }) => row);
}
