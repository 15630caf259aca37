import { median } from './median.ts';

/** One ratio of costs, and its goal. */
export interface Comparison {
  ratio: string;
  goal: string;
  /** The median over the rounds that measured both sides; null if one side was not measured. */
  found: number | null;
  verdict: 'met' | 'missed' | 'not measured' | 'none: the machine was too unsteady';
}

/** A ratio and its limit. */
export interface Goal<Round> {
  ratio: string;
  limit: number;
  isCeiling: boolean;
  of: (round: Round) => number | undefined;
}

/** Rounds a figure to two places: further places show only the machine's noise. */
export const twoPlaces = (figure: number): number => Math.round(figure * 100) / 100;

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
    const found = rounds.flatMap((round) => of(round) ?? []);
    const goal = `${isCeiling ? '≤' : '≥'} ${limit.toFixed(2)}`;
    if (found.length === 0) return { ratio, goal, found: null, verdict: 'not measured' };
    const middle = twoPlaces(median(found));
    if (!isSteady(selfRatio)) {
      return { ratio, goal, found: middle, verdict: 'none: the machine was too unsteady' };
    }
    const isMet = isCeiling ? middle <= limit : middle >= limit;
    return { ratio, goal, found: middle, verdict: isMet ? 'met' : 'missed' };
  });
}
