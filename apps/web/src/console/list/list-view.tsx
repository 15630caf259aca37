import { Button, Checkbox, Group, Pagination, Stack, Text } from '@mantine/core';
import type { NavigateOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { DataTable, type Choice, type Column } from './data-table.tsx';
import classes from './data-table.module.css';
import { useList, type ListSource } from './use-list.ts';
import { useSearchState } from './use-search-state.ts';

/** Properties of a list view. */
export interface ListViewProps<Row> {
  label: string;
  source: ListSource<Row>;
  columns: readonly Column<Row>[];
  /** The text of an empty list. */
  empty: ReactNode;
  /** The first step for an empty list; omitted for people without the permission. */
  begin?: ReactNode;
  targetOf?: (row: Row) => NavigateOptions;
  choice?: ListChoice<Row>;
}

/** Selection of rows, with actions for the selected ones. */
export interface ListChoice<Row> extends Choice<Row> {
  actions: ReactNode;
}

/** A checkbox for all rows of the page, and the actions for the selected rows. */
function ChoiceBar<Row extends { id: string }>(props: {
  rows: readonly Row[];
  choice: ListChoice<Row>;
}): ReactNode {
  const { rows, choice } = props;
  const { chosen, choose, actions } = choice;
  const ids = new Set(rows.map(({ id }) => id));
  const isWhole = ids.isSubsetOf(chosen);
  return (
    <Group mb="sm" gap="sm" mih={34} role="group" aria-label="Selected rows">
      <Checkbox
        label={chosen.size === 0 ? 'Select all on this page' : `${chosen.size.toLocaleString('en')} selected`}
        checked={isWhole}
        indeterminate={!isWhole && chosen.size > 0}
        onChange={() => choose(isWhole ? chosen.difference(ids) : chosen.union(ids))}
      />
      {chosen.size > 0 && actions}
    </Group>
  );
}

/** The content of a list without rows: an empty list, no matches, or a page beyond the end. */
function Empty({ total, children }: { total: number; children: ReactNode }): ReactNode {
  const { filters, clear, goTo } = useSearchState();
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Stack align="center" gap="sm" py="xl" px="md" className={classes['empty']}>
      {total > 0 && (
        <>
          <Text>No rows on this page.</Text>
          <Button variant="default" onClick={() => goTo(1)}>
            Go to the first page
          </Button>
        </>
      )}
      {total === 0 && isNarrowed && (
        <>
          <Text>No matches for these filters.</Text>
          <Button variant="default" onClick={clear}>
            Clear the filters
          </Button>
        </>
      )}
      {total === 0 && !isNarrowed && <Text component="div">{children}</Text>}
    </Stack>
  );
}

/** A page of a list with its total and a pagination. */
export function ListView<Row extends { id: string }>(props: ListViewProps<Row>): ReactNode {
  const { source, empty, begin, choice, ...table } = props;
  const { sort = source.sort, change } = useSearchState();
  const order = { sort, change: (next: string) => change({ sort: next, page: undefined }) };
  const { data, error, failureReason, refetch, page, pages, goTo, isPlaceholderData } = useList(source);
  if (!data) {
    const fault = error ?? failureReason;
    return fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading count={8} />;
  }
  const { rows, total } = data;
  if (rows.length === 0) {
    return (
      <Empty total={total}>
        {empty} {begin}
      </Empty>
    );
  }
  return (
    <div aria-busy={isPlaceholderData}>
      {choice && <ChoiceBar rows={rows} choice={choice} />}
      <DataTable {...table} rows={rows} choice={choice} order={order} />
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
