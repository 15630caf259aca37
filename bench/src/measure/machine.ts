import { availableParallelism, loadavg } from 'node:os';

/** Returns the load average of the last minute, as in `uptime`. */
export const loadAverage = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

/** Returns the machine of a run. */
export const describeMachine = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processors: availableParallelism(),
});
