const separators = [',', ';', '\t'] as const;

/** The first record of a text: to the first line break that is not in quotes; null while it is not complete. */
export function firstRecord(text: string): string | null {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) return text.slice(0, at);
  }
  return null;
}

const unquoted = (record: string): string => record.replaceAll(/"[^"]*"/g, '');

/** The character between the cells of a record: the most frequent one outside of quotes, a comma if there is none. */
export function findSeparator(record: string): string {
  const text = unquoted(record);
  const counts = separators.map((separator) => text.split(separator).length - 1);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The separator that Excel names in a line of its own before the table, `sep=;`; null if there is none. */
export function namedSeparator(record: string): string | null {
  return /^sep=([,;\t])$/i.exec(record.trim())?.[1] ?? null;
}
