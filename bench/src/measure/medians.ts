import { median } from './median.ts';

/** Rounds a figure to three places. */
export const threePlaces = (figure: number): number => Math.round(figure * 1000) / 1000;

/** Computes the nonzero medians of figures by name, to three places. A missing name counts as zero. */
export function medians(figures: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = new Set(figures.flatMap((each) => Object.keys(each)));
  const found = [...names].map(
    (name) => [name, threePlaces(median(figures.map((each) => each[name] ?? 0)))] as const,
  );
  return Object.fromEntries(found.filter(([, middle]) => middle !== 0));
}
