import { waitUntil } from '@pas/testing/wait-until';
import type { SharedSystem } from './use-system.ts';

/**
 * Waits until the logs of replicas together show `count` requests of a correlation id, because lines are
 * written in batches.
 *
 * @returns the number of requests that each replica served, in the order of the names
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
