/** Most intervals of an axis. */
const intervals = 4;

/**
 * Returns the ticks of an axis: whole numbers from 0 to at least the largest value. A step is 1, 2 or 5 times a power
 * of ten.
 */
export function ticksTo(most: number): number[] {
  const rough = Math.max(1, most / intervals);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
