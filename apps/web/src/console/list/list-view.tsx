import { Button, Checkbox, Group, Pagination, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { DataTable, type Choice, type Column } from './data-table.tsx';
import classes from './data-table.module.css';
import { useList, type ListSource } from './use-list.ts';
import { useSearchState } from './use-search-state.ts';

/** What a list shows, and of what. */
export interface ListViewProps<Row> {
  label: string;
  source: ListSource<Row>;
  columns: readonly Column<Row>[];
  /** What stands where there is nothing at all. */
  empty: ReactNode;
  /** What to do there; nothing for who may not. */
  begin?: ReactNode;
  open?: (row: Row) => void;
  choice?: ListChoice<Row>;
}

/** Rows that can be chosen, and what can be done to the chosen ones. */
export interface ListChoice<Row> extends Choice<Row> {
  actions: ReactNode;
}

/** Chooses all rows of the page, and does something to those that are chosen. */
function ChoiceBar<Row extends { id: string }>(props: {
  rows: readonly Row[];
  choice: ListChoice<Row>;
}): ReactNode {
  const { rows, choice } = props;
  const { chosen, choose, actions } = choice;
  const ids = new Set(rows.map(({ id }) => id));
  const isWhole = ids.isSubsetOf(chosen);
  return (
    <Group mb="sm" gap="sm" mih={34} role="group" aria-label="Chosen rows">
      <Checkbox
        label={chosen.size === 0 ? 'Choose all on this page' : `${chosen.size.toLocaleString('en')} chosen`}
        checked={isWhole}
        indeterminate={!isWhole && chosen.size > 0}
        onChange={() => choose(isWhole ? chosen.difference(ids) : chosen.union(ids))}
      />
      {chosen.size > 0 && actions}
    </Group>
  );
}

/** What stands in the place of rows: whether there are none, none that fit, or none on this page, and the way on. */
function Empty({ total, children }: { total: number; children: ReactNode }): ReactNode {
  const { filters, clear, goTo } = useSearchState();
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Stack align="center" gap="sm" py="xl" px="md" className={classes['empty']}>
      {total > 0 && (
        <>
          <Text>The list does not reach this page.</Text>
          <Button variant="default" onClick={() => goTo(1)}>
            Go to the first page
          </Button>
        </>
      )}
      {total === 0 && isNarrowed && (
        <>
          <Text>Nothing fits these filters.</Text>
          <Button variant="default" onClick={clear}>
            Clear the filters
          </Button>
        </>
      )}
      {total === 0 && !isNarrowed && <Text component="div">{children}</Text>}
    </Stack>
  );
}

/** A page of a list with its total and the way to the other pages. */
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
