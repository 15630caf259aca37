import type { ImportColumn } from '@pas/shared/models/import';
import type { ImportField } from '@pas/shared/models/import-fields';
import { chooseColumns } from './choose-columns.ts';
import type { ColumnMapping } from './recognize-columns.ts';

const nameParts: readonly ImportField[] = ['firstName', 'lastName'];

/** Lists the fields that no other column may have: a name has one column, or one for each part. */
function exclusiveFieldsOf(field: ImportField | null): readonly ImportField[] {
  if (field === null) return [];
  if (field === 'fullName') return [field, ...nameParts];
  return nameParts.includes(field) ? [field, 'fullName'] : [field];
}

/**
 * Changes the fields of some columns. Another column with one of these fields loses it.
 *
 * @throws invalid for headers that the table doesn't have, and for a field that is named twice
 */
export function remapColumns(columns: readonly ImportColumn[], mapping: ColumnMapping): ImportColumn[] {
  const taken = new Set(Object.values(mapping).flatMap(exclusiveFieldsOf));
  const kept: [string, ImportField | null][] = columns.map(({ header, field }) => [
    header,
    field && taken.has(field) ? null : field,
  ]);
  const table = {
    headers: columns.map(({ header }) => header),
    samples: columns.map(({ samples }) => samples),
    dateOrders: columns.map(({ dateOrder }) => dateOrder),
  };
  return chooseColumns(table, { ...Object.fromEntries(kept), ...mapping }, 'file');
}
