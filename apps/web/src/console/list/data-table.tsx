import type { KeyboardEvent, ReactNode } from 'react';
import classes from './data-table.module.css';

/** One column: its title, and what a row shows in it. */
export interface Column<Row> {
  title: string;
  show: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table lists, for those who do not see it. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  open?: (row: Row) => void;
  /** A cell before the others, such as a box to choose the row. */
  first?: (row: Row) => ReactNode;
}

const isWithin = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Rows as a table; on a narrow screen each row is a card. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>): ReactNode {
  const { label, rows, columns, open, first } = props;
  const onKeyDown = (event: KeyboardEvent, row: Row): void => {
    if (event.key === 'Enter' && event.target === event.currentTarget) open?.(row);
  };
  return (
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          {first && <td />}
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-open={open ? true : undefined}
            tabIndex={open ? 0 : undefined}
            onKeyDown={(event) => onKeyDown(event, row)}
            onClick={(event) => !isWithin(event.target, 'button, a, input, label') && open?.(row)}
          >
            {first && <td>{first(row)}</td>}
            {columns.map(({ title, show }) => (
              <td key={title} data-title={title}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
