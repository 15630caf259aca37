import type { Command } from '../launch.ts';

/**
 * When a process is stopped: the edge first, so that nobody asks the services any more, and last the stores that all
 * others write to.
 */
export const stopOrder = ['edge', 'service', 'outside', 'store'] as const;
export type Stage = (typeof stopOrder)[number];

/** How one process is run. Its command names the data directory, so that people tell two systems' processes apart. */
export interface ProcessPlan extends Command {
  /** Such as `gateway` or `admin-2`; its log is `<name>.log`. */
  name: string;
  stage: Stage;
  /** Whether it restarts when a file of it changes; the console then shows its log. */
  isWatched?: boolean;
  /** Resolves once the process does its work; rejects with what it lacks, or when the signal says to give up. */
  becomeReady: (signal: AbortSignal) => Promise<void>;
}
