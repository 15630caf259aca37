import { Counter } from 'prom-client';
import type { Logger } from '../log/logger.ts';

const failures = new Counter({
  name: 'background_failures_total',
  help: 'Pieces of background work that failed and did not stop the others, by the name of the work.',
  labelNames: ['work'],
});

/** A piece of background work: one tenant, row or message of many. */
export interface WorkPiece {
  /** The work that it belongs to, for the log and the counter; there are few names. */
  work: string;
  log: Logger;
  /** The subject of the piece for the log, such as `tenantId`. */
  about: object;
}

/** Logs and counts the failure of a piece. */
export function noteFailure({ work, log, about }: WorkPiece, err: unknown): void {
  failures.inc({ work });
  log.warn({ err, work, ...about }, 'a piece of background work has failed; the others continue');
}

/**
 * Does one piece of background work. Its failure is logged and counted, and goes no further: the caller continues with
 * the next piece.
 *
 * @returns the result; null where the piece has failed
 */
export async function isolate<Result>(piece: WorkPiece, run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run();
  } catch (err) {
    noteFailure(piece, err);
    return null;
  }
}
