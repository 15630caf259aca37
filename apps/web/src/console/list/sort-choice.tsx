import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ColumnSort } from './sort-order.ts';
import { useSearchState } from './use-search-state.ts';
import classes from './filter-bar.module.css';

/** A column that a list can be sorted by. */
export interface SortableColumn {
  title: string;
  by: ColumnSort;
}

/** A menu of the orders of a list. Lists of cards need it, because they have no column heads. */
export function SortChoice({ columns, own }: { columns: readonly SortableColumn[]; own: string }): ReactNode {
  const { sort = own, change } = useSearchState();
  const orders = columns.flatMap(({ title, by: { by, first } }) =>
    first === 'desc'
      ? [
          { value: `-${by}`, label: `${title}, latest first` },
          { value: by, label: `${title}, earliest first` },
        ]
      : [
          { value: by, label: `${title}, A to Z` },
          { value: `-${by}`, label: `${title}, Z to A` },
        ],
  );
  const known = orders.some(({ value }) => value === sort)
    ? orders
    : [{ value: sort, label: 'Default' }, ...orders];
  return (
    <NativeSelect
      label="Order"
      className={classes['order']}
      value={sort}
      data={known}
      onChange={(event) => change({ sort: event.currentTarget.value || undefined, page: undefined })}
    />
  );
}
