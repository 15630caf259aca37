/** Rows that may contain the header: many exports have a title before it. */
export const headerRows = 10;

/** The maximum number of columns of an import. */
export const maxColumns = 100;

/** The longest cell, in characters; longer ones are cut. No field is longer. */
export const maxCell = 1000;

/**
 * The longest text of a workbook’s cell, and the maximum number of shared texts. Spreadsheets write no more.
 */
export const [maxSheetText, maxSharedTexts] = [32_767, 1_000_000];

/** Extra lines of a file besides its table rows: a title, the header, and blank lines before it. */
const otherLines = 100;

/** Returns the maximum number of lines read from a file. Blank lines count: each costs as much as a row. */
export const maxLines = (maxRows: number): number => maxRows + otherLines;
