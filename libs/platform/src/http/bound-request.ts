import type { Request } from 'express';
import { outOfTime, outOfTimeOnArrival, withoutDeadline, withTimeLeft } from '../deadline/deadline.ts';
import { errorLayers } from '../mongo/store-unavailable.ts';
import type { Route } from './define-route.ts';

/** MaxTimeMSExpired, of MongoDB's error codes. */
const maxTimeExpired = 50;

const isMaxTimeExpired = (error: unknown): boolean =>
  errorLayers(error).some((layer) => (layer as { code?: unknown }).code === maxTimeExpired);

/** The time that a request has left, in milliseconds; infinite where nobody says. */
function readTimeLeft({ headers }: Request, header: string | undefined): number {
  const named = header === undefined ? undefined : headers[header];
  return typeof named === 'string' && /^-?\d{1,9}$/.test(named) ? Number(named) : Infinity;
}

/** An answer that is sent as it is made may take as long as its reader does. */
const isUnbounded = ({ answers }: Route): boolean => answers === 'stream' || answers === 'events';

/**
 * Serves a request within the time that the gateway has left for it.
 *
 * @param header the name of the header with that time, in milliseconds; without it, requests have no deadline
 * @throws unavailable when the time was over on arrival, upstream_timeout when the store ended an operation at the deadline
 */
export async function serveInTime(
  request: Request,
  { route, header }: { route: Route; header: string | undefined },
  serve: () => Promise<void>,
): Promise<void> {
  const leftMs = readTimeLeft(request, header);
  if (leftMs <= 0) throw outOfTimeOnArrival();
  if (leftMs === Infinity) return serve();
  if (isUnbounded(route)) return withoutDeadline(serve);
  return withTimeLeft(leftMs, async () => {
    try {
      await serve();
    } catch (error) {
      throw isMaxTimeExpired(error) ? outOfTime(error) : error;
    }
  });
}
