/** Rows among which the header is looked for: many exports have a title before it. */
export const headerRows = 10;

/** The most columns that an import reads. */
export const maxColumns = 100;

/** The longest cell that is kept, in characters; no field is longer. */
export const maxCell = 1000;

/** The longest text of a workbook’s cell, and the most texts that its cells share. A spreadsheet writes no longer one. */
export const [maxSheetText, maxSharedTexts] = [32_767, 1_000_000];

/** Lines that a file may have besides the rows of its table: a title, its header, and blank lines before it. */
const otherLines = 100;

/** The most lines that are read of a file. Blank ones count: each costs as much as a row. */
export const maxLines = (maxRows: number): number => maxRows + otherLines;
