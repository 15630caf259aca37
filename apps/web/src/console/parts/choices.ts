/** Returns the choices of a field from a table of labels. */
export const choicesOf = (words: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
