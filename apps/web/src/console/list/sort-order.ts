/** Sort order of a column: the field of the API, and the direction of the first press. */
export interface ColumnSort {
  by: string;
  first?: 'desc';
}

/** Direction of a sorted column, as a value of `aria-sort`. */
export type Direction = 'ascending' | 'descending' | 'none';

/** Returns the direction in which the column sorts the list now. */
export function directionOf({ by }: ColumnSort, sort: string | undefined): Direction {
  if (sort === by) return 'ascending';
  return sort === `-${by}` ? 'descending' : 'none';
}

/** Returns the order after a press on the column head: its own, then the reverse. */
export function nextSort({ by, first }: ColumnSort, sort: string | undefined): string {
  const own = first === 'desc' ? `-${by}` : by;
  const other = first === 'desc' ? by : `-${by}`;
  return sort === own ? other : own;
}
