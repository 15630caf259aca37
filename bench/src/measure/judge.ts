import { median } from './median.ts';

/** One ratio of costs, and its goal. */
export interface Comparison {
  ratio: string;
  goal: string;
  /** The median over the rounds that measured both sides; null if one side was not measured. */
  found: number | null;
  verdict: 'met' | 'missed' | 'not measured' | 'none: the machine was too unsteady';
}

/** A figure of a round; undefined where it was not measured. */
export type FigureOf<Round> = (round: Round) => number | undefined;

/** A ratio and its limit. */
export interface Goal<Round> {
  ratio: string;
  limit: number;
  isCeiling: boolean;
  of: FigureOf<Round>;
}

/** Returns a goal that a greater figure misses. */
export const atMost = <Round>(limit: number, ratio: string, of: FigureOf<Round>): Goal<Round> => ({
  ratio,
  limit,
  isCeiling: true,
  of,
});

/** Returns a goal that a smaller figure misses. */
export const atLeast = <Round>(limit: number, ratio: string, of: FigureOf<Round>): Goal<Round> => ({
  ...atMost(limit, ratio, of),
  isCeiling: false,
});

/** Rounds a figure to two decimal places: further ones show only the machine's noise. */
export const twoPlaces = (figure: number): number => Math.round(figure * 100) / 100;

/** Returns a quotient of two figures; undefined where one was not measured. */
export const quotient = (
  numerator: number | undefined,
  denominator: number | undefined,
): number | undefined => (numerator !== undefined && denominator ? numerator / denominator : undefined);

/** Returns the mean of two measurements of one subject, or the only one if the other is missing. */
export const meanOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one !== undefined && other !== undefined ? (one + other) / 2 : (one ?? other);

/** Computes the median of a figure over the rounds that measured it, to two decimal places. */
export const medianOver = <Round>(rounds: readonly Round[], of: FigureOf<Round>): number =>
  twoPlaces(median(rounds.flatMap((round) => of(round) ?? [])));

/** Whether two measurements of one subject agree well enough for a verdict. */
export function isSteady(selfRatio: number): boolean {
  return selfRatio >= 0.9 && selfRatio <= 1.1;
}

/**
 * Judges the rounds of a run by its goals.
 *
 * @param selfRatio ratio of two measurements of one subject
 */
export function judge<Round>(
  goals: readonly Goal<Round>[],
  rounds: readonly Round[],
  selfRatio: number,
): Comparison[] {
  return goals.map(({ ratio, limit, isCeiling, of }) => {
    const found = medianOver(rounds, of);
    const goal = `${isCeiling ? '≤' : '≥'} ${limit.toFixed(2)}`;
    if (Number.isNaN(found)) return { ratio, goal, found: null, verdict: 'not measured' };
    if (!isSteady(selfRatio)) return { ratio, goal, found, verdict: 'none: the machine was too unsteady' };
    const isMet = isCeiling ? found <= limit : found >= limit;
    return { ratio, goal, found, verdict: isMet ? 'met' : 'missed' };
  });
}
