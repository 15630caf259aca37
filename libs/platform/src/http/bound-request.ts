import type { Request } from 'express';
import { outOfTime, outOfTimeOnArrival, withoutDeadline, withTimeLeft } from '../deadline/deadline.ts';
import { errorLayers } from '../mongo/store-unavailable.ts';
import type { Route } from './define-route.ts';

/** MongoDB's error code MaxTimeMSExpired. */
const maxTimeExpired = 50;

const isMaxTimeExpired = (error: unknown): boolean =>
  errorLayers(error).some((layer) => (layer as { code?: unknown }).code === maxTimeExpired);

/** Reads the remaining time of a request, in milliseconds; infinite without the header. */
function readTimeLeft({ headers }: Request, header: string | undefined): number {
  const named = header === undefined ? undefined : headers[header];
  return typeof named === 'string' && /^-?\d{1,9}$/.test(named) ? Number(named) : Infinity;
}

/** Whether a route streams its answer, which may take as long as its reader needs. */
const isUnbounded = ({ answers }: Route): boolean => answers === 'stream' || answers === 'events';

/**
 * Serves a request within the time that the gateway gives it.
 *
 * @param header the name of the header with that time, in milliseconds; without it, requests have no deadline
 * @throws unavailable when the time expired before arrival, upstream_timeout when the store ended an operation at the
 *   deadline
 */
export async function serveInTime(
  request: Request,
  { route, header, isTable }: { route: Route; header: string | undefined; isTable: boolean },
  serve: () => Promise<void>,
): Promise<void> {
  const leftMs = readTimeLeft(request, header);
  if (leftMs <= 0) throw outOfTimeOnArrival();
  if (leftMs === Infinity) return serve();
  if (isTable || isUnbounded(route)) return withoutDeadline(serve);
  return withTimeLeft(leftMs, async () => {
    try {
      await serve();
    } catch (error) {
      throw isMaxTimeExpired(error) ? outOfTime(error) : error;
    }
  });
}
