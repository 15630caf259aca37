import type { FieldProblem } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import type { ImportColumn } from '@pas/shared/models/import';
import { recognizeColumns, type ColumnMapping, type NamedColumns } from './recognize-columns.ts';
import { notATable, type TableField } from './refusals.ts';

/** @throws invalid for headers that the table doesn't have, and for a field that is named twice */
function requireMapping(mapping: ColumnMapping, columns: readonly ImportColumn[]): void {
  const headers = new Set(columns.map(({ header }) => header));
  const fields = Object.values(mapping).filter((field) => field !== null);
  const hasParts = fields.includes('firstName') || fields.includes('lastName');
  const problems = Object.entries(mapping).flatMap(([header, field]): FieldProblem[] => {
    const path = `mapping.${header}`;
    if (!headers.has(header)) {
      const message = `${path}: The table has no such column. It has: ${[...headers].join(', ')}.`;
      return [{ path, code: 'invalid_value', message }];
    }
    if (field === 'fullName' && hasParts) {
      const message = `${path}: A table has either fullName, or firstName and lastName. Map the other columns to null.`;
      return [{ path, code: 'invalid_value', message }];
    }
    if (field === null || fields.indexOf(field) === fields.lastIndexOf(field)) return [];
    return [{ path, code: 'repeated', message: `${path}: Only one column can be read as ${field}.` }];
  });
  if (problems.length > 0) throw invalid(problems);
}

const namingAdvice =
  'Name the columns in the first row, such as unit, email, phone, firstName and lastName, or send a mapping.';

/** Whether a row holds a resident, in a table without headers. */
const isResident = (header: readonly string[]): boolean =>
  header.some((cell) => /^(?:[^\s@]+@[^\s@]+|\+?[\d\s().-]{7,20})$/.test(cell.trim()));

/** @throws invalid when no column is recognized, or the client's mapping does not fit */
function requireColumns(columns: readonly ImportColumn[], mapping: ColumnMapping, source: TableField): void {
  requireMapping(mapping, columns);
  if (isResident(columns.map(({ header }) => header)) && Object.keys(mapping).length === 0) {
    const message = `The table begins with a resident, and not with the names of its columns. ${namingAdvice}`;
    throw notATable(message, source);
  }
  if (columns.length === 1 && /\w[,;\t|]\s*\w/.test(columns[0]?.header ?? '')) {
    const message =
      'Each line of the table is one cell in quotes. Remove the quotes around the lines, or save the table as .xlsx.';
    throw notATable(message, source);
  }
  if (columns.every(({ field }) => field === null))
    throw notATable(`No column is known. ${namingAdvice}`, source);
}

/**
 * Chooses the field of each column.
 *
 * @param source the field of the request that a refusal names
 * @throws invalid (`not_a_table`) for a table without a known column, and for a mapping that does not fit
 */
export function chooseColumns(
  table: NamedColumns,
  mapping: ColumnMapping,
  source: TableField,
): ImportColumn[] {
  const columns = recognizeColumns(table, mapping);
  requireColumns(columns, mapping, source);
  return columns;
}
