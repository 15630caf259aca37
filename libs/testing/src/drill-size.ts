/** `script/test --all` sets it. */
const isLong = process.env['TEST_ALL'] === '1';

/** Returns the size of a drill (rounds, rows or crashes): one for the default run, one for `script/test --all`. */
export const drillSize = (sizes: { short: number; long: number }): number =>
  isLong ? sizes.long : sizes.short;
