import type { Command } from '../launch.ts';

/**
 * Stages of stopping: the edge first, so that the services get no more requests. Stores are last, because all others
 * write to them.
 */
export const stopOrder = ['edge', 'service', 'outside', 'store'] as const;
export type Stage = (typeof stopOrder)[number];

/** Plan of one process. Its command names the data directory, which distinguishes the processes of two systems. */
export interface ProcessPlan extends Command {
  /** For example `gateway` or `admin-2`; its log is `<name>.log`. */
  name: string;
  stage: Stage;
  /** True when it restarts after a file change. The console then shows its log. */
  isWatched?: boolean;
  /** Resolves when the process is ready. Rejects with the missing part, or when the signal aborts. */
  becomeReady: (signal: AbortSignal) => Promise<void>;
}
