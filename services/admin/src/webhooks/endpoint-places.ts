import { createFairPlaces } from '@pas/platform/concurrency/fair-places';
import { readQueue } from './attempt-queue.ts';

/** Concurrent attempts in this process. An attempt mostly waits. */
const size = 64;

/** Concurrent attempts for one endpoint: a working one, and a failing one. */
const [maxPerEndpoint, maxWhileFailing] = [8, 1];

/** Creates the slots of this process: shared fairly by tenants, then by endpoints. */
export function createEndpointPlaces() {
  const places = createFairPlaces({ places: size, weights: [1, 0.5] });
  const underWay = new Map<string, number>();
  const count = (queue: string, change: number): void => {
    const left = (underWay.get(queue) ?? 0) + change;
    if (left > 0) underWay.set(queue, left);
    else underWay.delete(queue);
  };
  return {
    isFull: (): boolean => places.inUse >= size,
    /** Takes the wanted slots, as far as the endpoint of a queue may have them now. @returns their number */
    take(queue: string, isFailing: boolean, wanted = maxPerEndpoint): number {
      const { tenantId, endpointId } = readQueue(queue);
      const left = (isFailing ? maxWhileFailing : maxPerEndpoint) - (underWay.get(queue) ?? 0);
      const free = Math.min(wanted, left);
      let taken = 0;
      while (taken < free && places.tryTake([tenantId, endpointId]) === 'taken') taken += 1;
      count(queue, taken);
      return taken;
    },
    release(queue: string, taken: number): void {
      const { tenantId, endpointId } = readQueue(queue);
      for (let left = taken; left > 0; left -= 1) places.release([tenantId, endpointId]);
      count(queue, -taken);
    },
  };
}
