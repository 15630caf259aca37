/** A figure of an hour or a day. */
export interface Point {
  at: string;
  value: number;
}

/** Fewer than this in the time compared with is chance. */
const fewest = 5;

const sumOf = (points: readonly Point[]): number => points.reduce((sum, { value }) => sum + value, 0);

/**
 * How the last part of a series stands to the time before it, in words; null where there is too little to compare with.
 *
 * @param usual what the part before is called, such as `the week before`
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
