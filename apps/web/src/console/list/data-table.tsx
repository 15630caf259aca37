import { Checkbox } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { ColumnHead, type Order } from './column-head.tsx';
import classes from './data-table.module.css';
import type { ColumnSort } from './sort-order.ts';

/** One column: its title, and what a row shows in it. The first column names the row. */
export interface Column<Row> {
  title: string;
  /** Null where there is nothing to show: a dash, which a card leaves out. */
  show: (row: Row) => ReactNode;
  /** A state stands beside the name of a card; a number stands on the right; what is plain has no title in a card. */
  kind?: 'state' | 'number' | 'plain';
  /** How the list is sorted by the column, where it can be. */
  sort?: ColumnSort;
}

interface DataTableProps<Row> {
  /** What the table lists, for those who do not see it. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  open?: (row: Row) => void;
  choice?: Choice<Row> | undefined;
  order?: Order | undefined;
}

/** Which rows are chosen, each by a box before its name. */
export interface Choice<Row> {
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
  nameOf: (row: Row) => string;
}

const isWithin = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** How a cell stands in a card: the first names the row. */
const placeOf = (index: number, kind: Column<never>['kind']): string =>
  index === 0 ? 'name' : (kind ?? 'value');

function Head<Row>({ columns, choice, order }: DataTableProps<Row>): ReactNode {
  return (
    <thead>
      <tr>
        {choice && <td />}
        {columns.map(({ title, kind, sort }) => (
          <ColumnHead key={title} title={title} kind={kind} by={sort} order={order} />
        ))}
      </tr>
    </thead>
  );
}

function ChoiceCell<Row extends { id: string }>(props: Choice<Row> & { row: Row }): ReactNode {
  const { row, chosen, choose, nameOf } = props;
  return (
    <td data-place="first">
      <Checkbox
        aria-label={`Choose ${nameOf(row)}`}
        checked={chosen.has(row.id)}
        onChange={() => choose(chosen.symmetricDifference(new Set([row.id])))}
      />
    </td>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  index: number;
}

function Cell<Row>({ column: { title, show, kind }, row, index }: CellProps<Row>): ReactNode {
  const value = show(row);
  return (
    <td data-place={placeOf(index, kind)} data-title={title} data-blank={value === null || undefined}>
      {value ?? '–'}
    </td>
  );
}

/** Rows as a table; in a narrow place each row is a card, whose title is the first column. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>): ReactNode {
  const { label, rows, columns, open, choice } = props;
  const onKeyDown = (event: KeyboardEvent, row: Row): void => {
    if (event.key === 'Enter' && event.target === event.currentTarget) open?.(row);
  };
  return (
    <div className={classes['frame']}>
      <table className={classes['table']} aria-label={label}>
        <Head {...props} />
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-open={open ? true : undefined}
              tabIndex={open ? 0 : undefined}
              onKeyDown={(event) => onKeyDown(event, row)}
              onClick={(event) => !isWithin(event.target, 'button, a, input, label') && open?.(row)}
            >
              {choice && <ChoiceCell row={row} {...choice} />}
              {columns.map((column, index) => (
                <Cell key={column.title} column={column} row={row} index={index} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
