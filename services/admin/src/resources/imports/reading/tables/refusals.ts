import { Fault, type FieldProblem } from '@pas/platform/errors/fault';
import { invalidAs, invalidField } from '@pas/shared/errors/raise';
import { maxColumns } from './limits.ts';

/** The field of a request that holds the table: the file, or the rows of JSON. */
export type TableField = 'file' | 'rows';

/** 415: the bytes are neither text nor a workbook. */
export function notText(message: string): Fault {
  return new Fault('unsupported_media_type', 'unsupported_media_type', message);
}

/** 422: the file is readable, but is not a table of residents. */
export function notATable(message: string, field: TableField = 'file'): Fault {
  return invalidField(field, 'not_a_table', `${field}: ${message}`);
}

/** 422: the workbook is damaged, or contradicts itself. */
export function brokenWorkbook(): Fault {
  return notATable(
    'The workbook cannot be read. Open it in a spreadsheet, save it again as .xlsx, and send that.',
  );
}

/** 422: reading the file exceeds the limits of an import. */
export function tooComplex(message: string): Fault {
  return invalidAs('file_too_complex', 'file', `file: ${message}`);
}

/** 422: the table has more columns than the maximum. */
export function tooManyColumns(columns: number): Fault {
  return notATable(
    `The table has ${columns} columns, and an import reads at most ${maxColumns}. Delete the columns that are not about residents, and send it again.`,
  );
}

/** 413: the table has more rows than the maximum. */
export function tooManyRows(maxRows: number): Fault {
  const rows = maxRows.toLocaleString('en');
  const message = `The table has more than ${rows} rows, blank ones included. Delete blank rows, or split it into several files.`;
  return new Fault('too_large', 'body_too_large', message);
}

/** Returns the problems of a table in JSON. They name the field `rows` instead of `file`. */
export function problemsOfRows({ details }: Fault): FieldProblem[] {
  return (details.errors ?? []).map(({ path, code, message }) => ({
    path: path === 'file' ? 'rows' : path,
    code,
    message: message.replace(/^file: /, 'rows: '),
  }));
}
