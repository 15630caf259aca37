import { waitUntil } from '@pas/testing/wait-until';
import type { SharedSystem } from './use-system.ts';

/**
 * Waits until the logs of some replicas together show all requests of a piece of work, as lines are written in batches.
 *
 * @returns how many of them each replica has served, in the order of the names
 */
export async function waitForRequests(
  system: SharedSystem,
  replicas: readonly string[],
  { correlationId, count }: { correlationId: string; count: number },
): Promise<number[]> {
  const requestsOf = (name: string): number =>
    system.logOf(name, correlationId).filter(({ msg }) => msg === 'request').length;
  return waitUntil(
    () => {
      const served = replicas.map(requestsOf);
      return served.reduce((sum, requests) => sum + requests, 0) >= count ? served : null;
    },
    { what: `the log lines of ${count} requests` },
  );
}
