/** A random generator with the same sequence on every run. */
export interface Dice {
  /** Returns true with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number;
}

/** Creates a deterministic generator (mulberry32, a 32-bit generator by Tommy Ettinger). */
export function createDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability) => next() < probability,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
  };
}
