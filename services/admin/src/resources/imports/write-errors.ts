import type { OperationContext } from '@pas/shared/context/operation-context';
import { takeTurns } from '@pas/platform/concurrency/take-turns';
import type { ImportRow } from '@pas/shared/models/import';
import { importFields } from '@pas/shared/models/import-fields';
import { ImportedRowModel, type ImportedRow } from '@pas/shared/models/imported-row';
import { stringify } from 'csv-stringify/sync';
import { loadImport } from './load-import.ts';

/** Rows per read. */
const batchSize = 1000;

/** A byte order mark, so that Excel reads the text as UTF-8. */
const mark = '\ufeff';

/** A formula in a cell gets a leading apostrophe (CWE-1236). */
const toTable = (rows: readonly unknown[][], delimiter = ','): string =>
  stringify([...rows], { escape_formulas: true, delimiter });

async function* readFaulty({ _id: importId, tenantId }: ImportRow): AsyncGenerator<ImportedRow[]> {
  let after = 0;
  for (;;) {
    const filter = { tenantId, importId, verdict: 'error', line: { $gt: after } } as const;
    const rows = await ImportedRowModel.find(filter).sort({ line: 1 }).limit(batchSize).lean<ImportedRow[]>();
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.line ?? after;
  }
}

async function* writeRows(row: ImportRow): AsyncGenerator<string> {
  const turn = takeTurns();
  const separator = row.separator ?? ',';
  yield mark + toTable([[...row.columns.map(({ header }) => header), '_line', '_error']], separator);
  for await (const batch of readFaulty(row)) {
    await turn();
    yield toTable(
      batch.map(({ line, cells, problems }) => [
        ...row.columns.map((_, at) => cells[at] ?? ''),
        line,
        problems.map(({ message }) => message).join(' '),
      ]),
      separator,
    );
  }
}

/**
 * Writes the rows of an import with errors: the columns as sent, the line, and the errors. The cells have the
 * separator of the upload. The corrected table can be sent again; its last two columns are then left out.
 *
 * @throws not_found when there is no such import within the caller's reach
 */
export async function writeErrors(ctx: OperationContext, id: string): Promise<AsyncIterable<string>> {
  return writeRows(await loadImport(ctx, id));
}

/** The columns of the template. A table has no full names beside first and last names. */
const templateFields = importFields.filter((field) => field !== 'fullName');

/** Writes the header of a table of residents, with the known columns. */
export async function* writeTemplate(): AsyncGenerator<string> {
  yield mark + toTable([templateFields]);
}
