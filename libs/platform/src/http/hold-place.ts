import type { Response } from 'express';
import type { FairPlaces, Holders } from '../concurrency/fair-places.ts';
import type { PublicContext } from '../context/operation-context.ts';
import { Fault } from '../errors/fault.ts';
import { rateLimited, unavailable } from '../errors/raise.ts';

/** The wait of expensive reads for a place: each takes seconds, and there are few places. */
export const expensiveWaiting = { maxMs: 5000, max: 64, maxEach: 16 } as const;

/**
 * Holds a place of the expensive routes until the answer is sent or its connection is closed. Waits for a place within
 * the limits of the places.
 *
 * @returns whether the client is still connected
 * @throws unavailable when no place became free; rate_limited when the tenant or the caller has its full share
 */
export async function holdPlace(
  places: FairPlaces,
  response: Response,
  { tenantId, principal }: PublicContext,
): Promise<boolean> {
  const holders: Holders = [tenantId, principal.id];
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  response.once('close', leave);
  const outcome = await places.take(holders, leaving.signal);
  response.off('close', leave);
  if (response.closed) {
    if (outcome === 'taken') places.release(holders);
    return false;
  }
  if (outcome === 'taken') {
    response.once('close', () => places.release(holders));
    return true;
  }
  const { kind, code, message, details } =
    outcome === 'full'
      ? unavailable(
          'Too many exports, checks and reports are running at the moment. Try again.',
          'overloaded',
        )
      : rateLimited(
          'Too many exports, checks and reports of this tenant are running. Send fewer at once.',
          1,
        );
  throw new Fault(kind, code, message, { ...details, isShed: true, detail: `expensive places: ${outcome}` });
}
