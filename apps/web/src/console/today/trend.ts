/** A figure of an hour or a day. */
export interface Point {
  at: string;
  value: number;
}

/** Fewest expected events; changes of smaller numbers are chance. */
const fewest = 5;

const sumOf = (points: readonly Point[]): number => points.reduce((sum, { value }) => sum + value, 0);

/**
 * Compares the last part of a series with the time before it, in words; null without enough data.
 *
 * @param usual name of the time before, such as `the week before`
 */
export function trendInWords(series: readonly Point[], lastCount: number, usual: string): string | null {
  const last = series.slice(-lastCount);
  const before = series.slice(0, -lastCount);
  const expected = (sumOf(before) / before.length) * last.length;
  if (before.length === 0 || expected < fewest) return null;
  const change = Math.round((100 * (sumOf(last) - expected)) / expected);
  if (Math.abs(change) < 5) return `about as ${usual}`;
  return change > 0 ? `▲ ${change} % above ${usual}` : `▼ ${-change} % below ${usual}`;
}
