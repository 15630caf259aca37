import { Counter } from 'prom-client';
import type { Logger } from '../log/logger.ts';

const failures = new Counter({
  name: 'background_failures_total',
  help: 'Pieces of background work that failed and did not stop the others, by the name of the work.',
  labelNames: ['work'],
});

/** A piece of background work: one tenant, row or message of many. */
export interface WorkPiece {
  /** The name of the work, for the log and the counter. Names must be few. */
  work: string;
  log: Logger;
  /** The subject of the piece for the log, such as `tenantId`. */
  about: object;
}

/** Logs and counts the failure of a piece. */
export function recordFailure({ work, log, about }: WorkPiece, err: unknown): void {
  failures.inc({ work });
  log.warn({ err, work, ...about }, 'a piece of background work has failed; the others continue');
}

/**
 * Runs one piece of background work. A failure is logged, counted and not rethrown, so that the caller continues with
 * the next piece.
 *
 * @returns the result; null after a failure
 */
export async function isolate<Result>(piece: WorkPiece, run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run();
  } catch (err) {
    recordFailure(piece, err);
    return null;
  }
}
