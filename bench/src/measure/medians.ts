import { median } from './median.ts';

const threePlaces = (figure: number): number => Math.round(figure * 1000) / 1000;

/** The median of each name's figures, to three places; a name that is missing somewhere counts as zero there. */
export function medians(figures: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = new Set(figures.flatMap((each) => Object.keys(each)));
  return Object.fromEntries(
    [...names].map((name) => [name, threePlaces(median(figures.map((each) => each[name] ?? 0)))]),
  );
}
