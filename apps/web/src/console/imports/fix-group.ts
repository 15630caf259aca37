import type { FaultGroup } from './describe-import.ts';
import type { CorrectedCell, Correction, Import } from './import-queries.ts';

/** Returns the suggested values of a group's cells. */
export const suggestedCells = ({ column, suggestions }: FaultGroup): CorrectedCell[] =>
  suggestions.map(({ line, text }) => ({ line, column, value: text }));

/**
 * Names a building for the rows of a group. The column is left out if no row of the file names a known building.
 * It is also left out if the import has one building already.
 */
export function fixBuilding(
  { propertyId, totals, columns }: Pick<Import, 'propertyId' | 'totals' | 'columns'>,
  { column, lines }: FaultGroup,
  building: { id: string; name: string },
): Omit<Correction, 'id'> {
  const isColumn = columns.some(({ header }) => header === column);
  if (!isColumn) return { propertyId: building.id };
  if (propertyId !== null || lines.length === totals.rows)
    return { propertyId: building.id, mapping: { [column]: null } };
  return { cells: lines.map((line) => ({ line, column, value: building.name })) };
}
