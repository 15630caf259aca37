/** `script/test --all` sets it. */
const isLong = process.env['TEST_ALL'] === '1';

/** The size of a drill: how many rounds, rows or crashes it takes in the default run, and in `script/test --all`. */
export const drillSize = (sizes: { short: number; long: number }): number =>
  isLong ? sizes.long : sizes.short;
