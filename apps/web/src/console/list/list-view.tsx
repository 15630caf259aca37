import { Group, Pagination, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { useList, type ListSource } from './use-list.ts';

/** What a list shows, and of what. */
export interface ListViewProps<Row> {
  label: string;
  source: ListSource<Row>;
  columns: readonly Column<Row>[];
  /** What to do where there is nothing. */
  empty: ReactNode;
  open?: (row: Row) => void;
  first?: (row: Row) => ReactNode;
}

/** A page of a list with its total and the way to the other pages. */
export function ListView<Row extends { id: string }>(props: ListViewProps<Row>): ReactNode {
  const { source, empty, ...table } = props;
  const { data, error, failureReason, refetch, page, pages, goTo, isPlaceholderData } = useList(source);
  if (!data) {
    const fault = error ?? failureReason;
    return fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading count={8} />;
  }
  const { rows, total } = data;
  if (total === 0)
    return (
      <Text component="div" py="xl" ta="center" c="var(--soft)">
        {empty}
      </Text>
    );
  return (
    <div aria-busy={isPlaceholderData}>
      <DataTable {...table} rows={rows} />
      <Group justify="space-between" mt="sm" gap="sm">
        <Text size="sm" c="var(--soft)" role="status">
          {total.toLocaleString('en')} in all
        </Text>
        {pages > 1 && (
          <Pagination
            value={page}
            total={pages}
            onChange={goTo}
            size="sm"
            siblings={0}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          />
        )}
      </Group>
    </div>
  );
}
