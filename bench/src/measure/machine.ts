import { availableParallelism, loadavg } from 'node:os';

/** The run queue of the last minute, as `uptime` has it: how much else the machine had to do. */
export const loadAverage = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

/** What figures have to be read with. */
export const describeMachine = () => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processors: availableParallelism(),
});
