import { actorOf } from '@pas/shared/audit/prepare-record';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportColumn, ImportRow } from '@pas/shared/models/import';
import { newTotals } from '../rows/count-verdicts.ts';
import type { SentRow } from '../rows/resolved-row.ts';
import { stageRows, type RowsOf } from '../rows/stage-rows.ts';
import { newImport } from './new-import.ts';
import { chooseColumns } from './tables/choose-columns.ts';
import type { Table } from './tables/frames.ts';
import type { ColumnMapping } from './tables/recognize-columns.ts';
import type { TableField } from './tables/refusals.ts';

/** An import whose rows are read, before its request fields are known. */
export interface DraftImport {
  row: ImportRow;
  /** Chooses the columns with the client's mapping. The mapping of a form may arrive after the rows. */
  columns: (mapping: ColumnMapping) => ImportColumn[];
  /** Null when many rows are stored for a worker. */
  inMemory: SentRow[] | null;
}

/** The origin of a table: the field of the request, and the name of a form's file. */
interface TableOrigin {
  field: TableField;
  fileName: string | null;
  /** Gets the import whose rows are stored. */
  stored: RowsOf[];
}

/**
 * Receives the rows of a table as they are read.
 *
 * @throws the refusals of the table
 */
export async function receiveRows(
  ctx: OperationContext,
  { rows, separator = null, ...named }: Table,
  { field, fileName, stored }: TableOrigin,
): Promise<DraftImport> {
  const draft = newImport(ctx, {
    fileName: fileName?.slice(0, 200) ?? null,
    separator,
    isRestricted: ctx.principal.propertyIds !== null,
    createdBy: actorOf(ctx),
  });
  const { inMemory, count } = await stageRows(draft, rows, stored);
  const columns = (mapping: ColumnMapping) => chooseColumns(named, mapping, field);
  return { row: { ...draft, totals: newTotals(count) }, columns, inMemory };
}
