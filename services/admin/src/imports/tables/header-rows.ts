/** Rows among which the header is looked for: many exports have a title before it. */
export const headerRows = 10;
