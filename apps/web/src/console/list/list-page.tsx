import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHead } from '../parts/page-head.tsx';
import { Filters } from './filter-bar.tsx';
import { hiddenIn, shownColumns } from './hidden-columns.ts';
import { ListTools } from './list-tools.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';
import { inDrawer, useSearchState } from './use-search-state.ts';
import type { View } from './saved-views.ts';
import { Views } from './views.tsx';

interface ListPageProps<Row> extends Omit<ListViewProps<Row>, 'label'> {
  title: string;
  lead: string;
  /** The label of the search field, if the list has one. */
  searchFor?: string;
  /** Further filters. */
  filters?: ReactNode;
  /** The most frequent filters, each as one button. */
  views?: readonly View[];
  /** Buttons on the right of the title. */
  actions?: ReactNode;
  /** Content between the filters and the list. */
  above?: ReactNode;
  /** The drawer. */
  children?: ReactNode;
}

/** A page with a list: its head, filters and rows, and the row that the address opens. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>): ReactNode {
  const { title, lead, searchFor, filters, views = [], actions, above, children, ...view } = props;
  const { columns, targetOf = inDrawer, ...list } = view;
  const address = useSearchState();
  const sortable = columns.flatMap((column) =>
    column.sort ? [{ title: column.title, by: column.sort }] : [],
  );
  const shown = shownColumns(columns, hiddenIn(address.search['hide']));
  return (
    <>
      <PageHead title={title} lead={lead}>
        <Group gap="xs">
          <ListTools source={list.source} columns={columns} />
          {actions}
        </Group>
      </PageHead>
      <Views views={views} list={title} />
      <Filters searchFor={searchFor} sortable={sortable} sort={list.source.sort ?? '-createdAt'}>
        {filters}
      </Filters>
      {above}
      <ListView label={title} {...list} columns={shown} targetOf={targetOf} />
      {children}
    </>
  );
}
