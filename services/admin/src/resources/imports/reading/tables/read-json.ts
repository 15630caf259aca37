import { invalid } from '@pas/platform/errors/raise';
import { fieldProblems } from '@pas/platform/http/field-problems';
import { parseJson } from '@pas/platform/http/parse-body';
import type { SentRow } from '../../rows/resolved-row.ts';
import { DryRunRows } from './json-rows.schema.ts';
import { readJsonRows } from './read-json-rows.ts';

/** 5,000 rows of 100 columns, and the fields beside them. */
const maxValues = 510_000;

/**
 * Reads the rows of a JSON body, and the fields beside them.
 *
 * @throws malformed for invalid JSON, invalid for fields and values outside the schema
 */
export function readJson(bytes: Buffer): { fields: unknown; records: AsyncIterable<SentRow> } {
  const parsed = DryRunRows.strict().safeParse(bytes.length > 0 ? parseJson(bytes, maxValues) : {}, {
    reportInput: true,
  });
  if (!parsed.success) throw invalid(fieldProblems(parsed.error));
  const { rows, ...fields } = parsed.data;
  return { fields, records: readJsonRows(rows) };
}
