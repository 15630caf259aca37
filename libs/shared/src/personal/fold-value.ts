/** Returns the form of a text in the values of a person. */
export const foldValue = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
