import { countKnown } from './recognize-columns.ts';

const separators = [',', ';', '\t', '|'] as const;

/** A quote opens a cell at its start alone: in a title such as `Loft 5" wide` it is a sign like others. */
const opensCell = (before: string | undefined): boolean =>
  before === undefined || /[\s"]/.test(before) || separators.some((separator) => separator === before);

/** The first records of a text, each up to a line break that is not in quotes, and whether the text has as many. */
export function firstRecords(text: string, count: number): { records: string[]; isComplete: boolean } {
  const records: string[] = [];
  let [isQuoted, from] = [false, 0];
  for (let at = 0; at < text.length && records.length < count; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted && opensCell(text[at - 1]);
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      records.push(text.slice(from, at));
      from = at + 1;
    }
  }
  const isComplete = records.length === count;
  return { records: isComplete ? records : [...records, text.slice(from)], isComplete };
}

/** The text of a record without what is in quotes, in which every separator is one. */
const unquoted = (record: string): string => record.replaceAll(/"[^"]*"/g, '');

/** The cells of a record, as far as names of columns need them: a separator in quotes splits, too. */
const cellsOf = (record: string, separator: string): string[] => record.replaceAll('"', '').split(separator);

const most = (counts: readonly number[]): number => Math.max(0, ...counts);

/**
 * The character between the cells of a table, by its first records: the one that gives a row with the most known names of
 * columns. A title before the header may have separators of its own. Where no name is known, it is the one that is most
 * frequent in a record, outside of quotes; a comma if there is none.
 */
export function findSeparator(records: readonly string[]): string {
  const texts = records.map(unquoted);
  const ranks = separators.map((separator) => ({
    separator,
    known: most(records.map((record) => countKnown(cellsOf(record, separator)))),
    count: most(texts.map((text) => text.split(separator).length - 1)),
  }));
  const [best] = ranks.toSorted((a, b) => b.known - a.known || b.count - a.count);
  return best?.separator ?? ',';
}

/** The separator that Excel names in a line of its own before the table, `sep=;`; null if there is none. */
export function namedSeparator(record: string): string | null {
  return /^sep=([,;|\t])$/i.exec(record.trim())?.[1] ?? null;
}
