/** Folds case, width and outer spaces of a text, for its comparison with the values of a person. */
export const foldValue = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
