import type { ReactNode } from 'react';
import { Download } from '../parts/download.tsx';
import { ColumnChoice } from './column-choice.tsx';
import type { Column } from './data-table.tsx';
import type { ListSource } from './use-list.ts';
import { useSearchState } from './use-search-state.ts';

interface ListToolsProps<Row> {
  source: ListSource<Row>;
  columns: readonly Column<Row>[];
}

/** The choice of columns of a list, and its rows as a file. */
export function ListTools<Row>({ source: { key, csv, sort: own }, columns }: ListToolsProps<Row>): ReactNode {
  const { filters, sort = own } = useSearchState();
  const search = { ...filters, ...(sort !== undefined && { sort }) };
  // The first column names the row.
  const titles = columns.slice(1).map(({ title }) => title);
  return (
    <>
      {titles.length > 1 && <ColumnChoice titles={titles} />}
      {csv && <Download label="Export CSV" name={`${key}.csv`} load={() => csv(search)} />}
    </>
  );
}
