import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { directionOf, nextSort, type ColumnSort, type Direction } from './sort-order.ts';

/** The order of a table, and a function that changes it. */
export interface Order {
  /** Such as `-createdAt`; undefined for the API's default order. */
  sort: string | undefined;
  change: (sort: string) => void;
}

interface ColumnHeadProps {
  title: string;
  kind: string | undefined;
  by: ColumnSort | undefined;
  order: Order | undefined;
}

const arrows: Readonly<Record<Direction, string>> = { ascending: '▲', descending: '▼', none: '' };

/** The head of a column. A sortable one is a button, with an arrow while it sorts the table. */
export function ColumnHead({ title, kind, by, order }: ColumnHeadProps): ReactNode {
  if (!by || !order) {
    return (
      <th scope="col" data-place={kind}>
        {title}
      </th>
    );
  }
  const direction = directionOf(by, order.sort);
  return (
    <th scope="col" data-place={kind} aria-sort={direction}>
      <button
        type="button"
        className={classes['sort']}
        onClick={() => order.change(nextSort(by, order.sort))}
      >
        {title} <span aria-hidden="true">{arrows[direction]}</span>
      </button>
      <span className={classes['plain']}>{title}</span>
    </th>
  );
}
