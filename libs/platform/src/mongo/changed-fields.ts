/** Returns the fields of a row whose values are not those of the previous row. Groups and lists count by identity. */
export function changedFields<Row extends object>(before: Row, row: Row): Partial<Row> {
  const differs = ([name, value]: [string, unknown]): boolean => before[name as keyof Row] !== value;
  return Object.fromEntries(Object.entries(row).filter(differs)) as Partial<Row>;
}
