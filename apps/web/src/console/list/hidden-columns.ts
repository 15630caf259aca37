/** Parses the titles of hidden columns from the address. */
export const hiddenIn = (text: string | undefined): string[] =>
  (text ?? '').split(',').filter((title) => title !== '');

/** Formats the titles of hidden columns for the address; undefined without any. */
export const hiddenAsText = (titles: readonly string[]): string | undefined =>
  titles.length === 0 ? undefined : titles.join(',');

/** Returns the shown columns. The first one names the row and stays. */
export function shownColumns<Column extends { title: string }>(
  columns: readonly Column[],
  hidden: readonly string[],
): Column[] {
  return columns.filter(({ title }, index) => index === 0 || !hidden.includes(title));
}
