/** How a column sorts a list: the field of the API, and which end comes first at the first press. */
export interface ColumnSort {
  by: string;
  first?: 'desc';
}

/** How a column stands to the order of a list, in the words of `aria-sort`. */
export type Direction = 'ascending' | 'descending' | 'none';

/** The direction in which the list is sorted by the column now. */
export function directionOf({ by }: ColumnSort, sort: string | undefined): Direction {
  if (sort === by) return 'ascending';
  return sort === `-${by}` ? 'descending' : 'none';
}

/** The order after a press on the head of the column: its own, then the other way round. */
export function nextSort({ by, first }: ColumnSort, sort: string | undefined): string {
  const own = first === 'desc' ? `-${by}` : by;
  const other = first === 'desc' ? by : `-${by}`;
  return sort === own ? other : own;
}
