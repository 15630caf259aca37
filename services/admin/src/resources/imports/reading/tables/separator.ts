import { countKnown } from './recognize-columns.ts';

const separators = [',', ';', '\t', '|'] as const;

/**
 * Whether a quote opens a cell: only at its start. In a title such as `Loft 5" wide` it is an ordinary
 * character.
 */
const opensCell = (before: string | undefined): boolean =>
  before === undefined || /[\s"]/.test(before) || separators.some((separator) => separator === before);

/** Returns the first records of a text, each up to an unquoted line break, and whether enough were found. */
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

/** Returns a record without its quoted parts, so that every remaining separator counts. */
const unquoted = (record: string): string => record.replaceAll(/"[^"]*"/g, '');

/** Splits a record into cells for header matching: a quoted separator splits, too. */
const cellsOf = (record: string, separator: string): string[] => record.replaceAll('"', '').split(separator);

const most = (counts: readonly number[]): number => Math.max(0, ...counts);

/**
 * Finds the separator of a table: the character that yields the row with the most known headers. A title
 * before the header may contain other separators. Without known headers, the most frequent unquoted separator
 * wins, else the comma.
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

/** Returns the separator of Excel's `sep=;` line before the table; null without one. */
export function namedSeparator(record: string): string | null {
  return /^sep=([,;|\t])$/i.exec(record.trim())?.[1] ?? null;
}
