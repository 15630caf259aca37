/** Source of numbers from 0 to 1, always the same ones for a seed. */
export type Random = () => number;

/** Makes a source by the algorithm mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws from an exponential distribution. */
export const drawExponential = (random: Random, mean: number): number => -mean * Math.log(1 - random());
