import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHead } from '../parts/page-head.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';
import { useSearchState } from './use-search-state.ts';

interface ListPageProps<Row> extends Omit<ListViewProps<Row>, 'label' | 'open'> {
  title: string;
  lead: string;
  /** Fields that narrow the list down. */
  filters?: ReactNode;
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
  const { title, lead, filters, actions, above, children, ...view } = props;
  const { choose, ...list } = view;
  const address = useSearchState();
  const open = choose === undefined ? ({ id }: Row) => address.open(id) : choose;
  return (
    <>
      <PageHead title={title} lead={lead}>
        {actions}
      </PageHead>
      {filters !== undefined && (
        <Group mb="md" gap="sm" grow preventGrowOverflow={false}>
          {filters}
        </Group>
      )}
      {above}
      <ListView label={title} {...list} {...(open && { open })} />
      {children}
    </>
  );
}
