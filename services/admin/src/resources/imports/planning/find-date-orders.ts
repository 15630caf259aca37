import type { ImportColumn, ImportRow } from '@pas/shared/models/import';
import { ImportedRowModel, type ImportedRow } from '@pas/shared/models/imported-row';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { tallyDateOrders } from '../reading/tables/date-orders.ts';
import { withCountry } from './country-order.ts';

/** Rows per read. */
const batchSize = 1000;

const isDate = ({ field }: ImportColumn): boolean => field === 'moveIn' || field === 'moveOut';

/** Reads the cells of all rows as they were sent or corrected. */
function readCells({ _id: importId, tenantId }: ImportRow): AsyncIterable<Pick<ImportedRow, 'cells'>> {
  return ImportedRowModel.find({ tenantId, importId, verdict: { $ne: 'move_out' } }, { cells: 1 })
    .lean<Pick<ImportedRow, 'cells'>[]>()
    .cursor({ batchSize });
}

/**
 * Finds the order of day and month in the columns of a corrected import again. Other cells or another mapping may
 * have changed it. Without a column of dates, it reads nothing.
 */
export async function findDateOrders(imported: ImportRow): Promise<ImportColumn[]> {
  const { columns, tenantId, propertyId } = imported;
  if (!columns.some(isDate)) return columns;
  const dates = tallyDateOrders(columns.length);
  for await (const { cells } of readCells(imported)) dates.add(cells);
  const orders = dates.orders();
  const ordered = columns.map((column, at) =>
    isDate(column) ? { ...column, dateOrder: orders[at] ?? null } : column,
  );
  const property = await PropertyModel.findOne(
    { _id: propertyId ?? '', tenantId },
    { 'address.country': 1 },
  ).lean<Pick<PropertyRow, 'address'>>();
  return withCountry(ordered, property);
}
