import type { ImportColumn } from '@pas/shared/models/import';
import type { ImportField } from '@pas/shared/models/import-fields';
import type { ImportError } from '@pas/shared/models/imported-row';

/** Codes of problems of a row. */
export type RowProblemCode =
  | 'missing_required'
  | 'invalid_email'
  | 'invalid_phone'
  | 'phone_is_virtual_number'
  | 'premium_number'
  | 'invalid_format'
  | 'ambiguous_date'
  | 'implausible_date'
  | 'invalid_value'
  | 'unknown_property'
  | 'unknown_unit'
  | 'duplicate_in_file'
  | 'identity_conflict'
  | 'move_out_before_move_in';

/** A problem of a field of a row. */
export interface RowProblem {
  field: ImportField;
  code: RowProblemCode;
  message: string;
  suggestion?: string | null;
}

/** Returns a function that formats problems for storage, with the header of the field's column. */
export function problemPresenter(columns: readonly ImportColumn[]): (problem: RowProblem) => ImportError {
  const headers = new Map(columns.map(({ field, header }) => [field, header]));
  return ({ field, code, message, suggestion = null }) => ({
    column: headers.get(field) ?? field,
    code,
    message,
    suggestion,
  });
}
