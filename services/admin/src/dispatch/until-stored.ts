import { setTimeout as pause } from 'node:timers/promises';
import { isInfrastructureError } from '@pas/platform/events/retry-later';

/** Period for which a write is retried while the store is unavailable, in milliseconds. */
const storeAwayMs = 60_000;

/**
 * Records a sent message, with retries until the store is available: without the record the message would be
 * sent again.
 */
export async function untilStored(store: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + storeAwayMs;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (!isInfrastructureError(error) || performance.now() > giveUpAt) throw error;
    }
    await pause(100);
  }
}
