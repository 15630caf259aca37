import type { ReactNode } from 'react';
import { PageHead } from '../parts/page-head.tsx';
import { Filters } from './filter-bar.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';
import { useSearchState } from './use-search-state.ts';
import { Views, type View } from './views.tsx';

interface ListPageProps<Row> extends Omit<ListViewProps<Row>, 'label' | 'open'> {
  title: string;
  lead: string;
  /** What the field for a search is called, where the list has one. */
  searchFor?: string;
  /** Other fields that narrow the list down. */
  filters?: ReactNode;
  /** What is asked of the list most, each with one press. */
  views?: readonly View[];
  /** Buttons on the right of the title. */
  actions?: ReactNode;
  /** What stands between the filters and the list. */
  above?: ReactNode;
  /** What a row does when it is chosen: it opens in the drawer where nothing is said, nothing for null. */
  choose?: ((row: Row) => void) | null;
  /** The drawer. */
  children?: ReactNode;
}

/** A page that is a list: its head, its filters, its rows, and the row that the address opens. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>): ReactNode {
  const { title, lead, searchFor, filters, views, actions, above, children, ...view } = props;
  const { choose, ...list } = view;
  const address = useSearchState();
  const open = choose === undefined ? ({ id }: Row) => address.open(id) : choose;
  const sortable = list.columns.flatMap((column) =>
    column.sort ? [{ title: column.title, by: column.sort }] : [],
  );
  return (
    <>
      <PageHead title={title} lead={lead}>
        {actions}
      </PageHead>
      {views && <Views views={views} />}
      <Filters searchFor={searchFor} sortable={sortable} sort={list.source.sort ?? '-createdAt'}>
        {filters}
      </Filters>
      {above}
      <ListView label={title} {...list} {...(open && { open })} />
      {children}
    </>
  );
}
