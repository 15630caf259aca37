import { Checkbox } from '@mantine/core';
import { Link, useNavigate, type NavigateOptions } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { ColumnHead, type Order } from './column-head.tsx';
import classes from './data-table.module.css';
import type { ColumnSort } from './sort-order.ts';

/** One column: its title, and its content for a row. The first column names the row. */
export interface Column<Row> {
  title: string;
  /** Null shows a dash, which a card omits. */
  show: (row: Row) => ReactNode;
  /**
   * Position of the cell: in a card, a `state` follows the name and a `plain` cell has no title. A `number`
   * is aligned right.
   */
  kind?: 'state' | 'number' | 'plain';
  /** The sort order of the column, if the list can be sorted by it. */
  sort?: ColumnSort;
}

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The page or drawer that a row opens. The first cell links to it, so that readers and new tabs find it. */
  targetOf?: (row: Row) => NavigateOptions;
  /** Opens details of a row that have no address. */
  open?: (row: Row) => void;
  choice?: Choice<Row> | undefined;
  order?: Order | undefined;
}

/** Selection of rows by checkboxes. */
export interface Choice<Row> {
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
  nameOf: (row: Row) => string;
}

const isWithin = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Whether the person has selected text of an element: the press that ends the selection opens nothing. */
function isSelecting(element: Element): boolean {
  const selection = getSelection();
  return selection?.isCollapsed === false && element.contains(selection.anchorNode);
}

/** Returns the position of a cell in a card: the first names the row. */
const placeOf = (index: number, kind: Column<never>['kind']): string =>
  index === 0 ? 'name' : (kind ?? 'value');

function Head<Row>({ columns, choice, order }: DataTableProps<Row>): ReactNode {
  return (
    <thead>
      <tr>
        {choice && <td />}
        {columns.map(({ title, kind, sort }, index) => (
          // The columns of a file can have the title of another column.
          <ColumnHead key={`${index} ${title}`} title={title} kind={kind} by={sort} order={order} />
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
        aria-label={`Select ${nameOf(row)}`}
        checked={chosen.has(row.id)}
        onChange={() => choose(chosen.symmetricDifference(new Set([row.id])))}
      />
    </td>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  target: NavigateOptions | false | undefined;
  row: Row;
  index: number;
}

function Cell<Row>({ column: { title, show, kind }, target, row, index }: CellProps<Row>): ReactNode {
  const value = show(row);
  return (
    <td data-place={placeOf(index, kind)} data-title={title} data-blank={value === null || undefined}>
      {target ? (
        // The row has the stop for the keyboard already.
        <Link
          {...target}
          tabIndex={-1}
          draggable={false}
          className={classes['link']}
          onClick={(event) => isSelecting(event.currentTarget) && event.preventDefault()}
        >
          {value ?? '–'}
        </Link>
      ) : (
        (value ?? '–')
      )}
    </td>
  );
}

/** Rows as a table. In a narrow container each row is a card with the first column as title. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>): ReactNode {
  const { label, rows, columns, targetOf, choice } = props;
  const navigate = useNavigate();
  const open = targetOf ? (row: Row) => void navigate(targetOf(row)) : props.open;
  const onClick = ({ target, currentTarget }: MouseEvent, row: Row): void => {
    if (!isWithin(target, 'button, a, input, label') && !isSelecting(currentTarget)) open?.(row);
  };
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
              onClick={(event) => onClick(event, row)}
            >
              {choice && <ChoiceCell row={row} {...choice} />}
              {columns.map((column, index) => (
                <Cell
                  key={`${index} ${column.title}`}
                  column={column}
                  target={index === 0 && targetOf?.(row)}
                  row={row}
                  index={index}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
